"""What the store asks of PostgreSQL. `{h}` is the schema of the house."""

from __future__ import annotations

CREATE = """
insert into {h}.tables(id, game) select * from unnest(%s::text[], %s::text[]) on conflict do nothing returning id
"""
APPEND = """
with wanted as materialized (
    select * from unnest(%s::text[], %s::integer[], %s::integer[], %s::integer[]) wanted(id, before, count, first)
), held as materialized (
    select id from {h}.tables where id in (select id from wanted) order by id for no key update
), won as (
    update {h}.tables t set length = t.length + wanted.count
    from wanted join held using (id) where t.id = wanted.id and t.length = wanted.before
    returning t.id, t.number, wanted.before, wanted.count, wanted.first
), written as (
    insert into {h}.rows
    select won.number, won.before + place, bodies.body
    from won, generate_series(0, won.count - 1) place, (select %b::bytea[] as bodies) given,
        lateral (select given.bodies[won.first + place + 1] as body) bodies
)
select id from won
"""
"""Locks are taken in the order of ids, so that two nodes never wait for each other."""
REPLACE = """
update {h}.rows r set body = new.body
from unnest(%s::text[], %s::integer[], %b::bytea[]) new(id, number, body) join {h}.tables t using (id)
where r."table" = t.number and r.number = new.number
"""
EDITED = "update {h}.tables set edits = edits + 1 where id = any(%s::text[])"
OLD_SNAPSHOTS = """
delete from {h}.snapshots where "table" in (select number from {h}.tables where id = any(%s::text[]))
"""
SNAPSHOT = """
with held as materialized (select number from {h}.tables where id = %s and edits = %s for no key update skip locked)
insert into {h}.snapshots select number, %s, %b::bytea from held
on conflict ("table") do update set rows = excluded.rows, body = excluded.body
"""
"""Whoever overwrites rows holds the same lock: the snapshot is written before, and removed, or not at all. Nobody waits
here: the lock comes out of turn, and no snapshot is worth it.
"""
LATEST_SNAPSHOT = """
select coalesce(rows, 0), coalesce(body, ''::bytea), edits
from {h}.tables left join {h}.snapshots on number = "table" where id = %s
"""
VISIT = """
insert into {h}.visits select v.visitor, t.number
from unnest(%s::text[], %s::text[]) v(visitor, id) join {h}.tables t using (id) on conflict do nothing
"""
LEAVE = """
delete from {h}.visits v using unnest(%s::text[], %s::text[]) gone(visitor, id) join {h}.tables t using (id)
where v.visitor = gone.visitor and v."table" = t.number
"""
FINISH = "update {h}.tables set over = true where id = any(%s::text[])"
COMPLETE = "update {h}.tables set told = true where id = any(%s::text[])"
REMOVE = """
with gone as (delete from {h}.tables where id = any(%s::text[]) returning number),
    rows as (delete from {h}.rows where "table" in (select number from gone)),
    snapshots as (delete from {h}.snapshots where "table" in (select number from gone))
delete from {h}.visits where "table" in (select number from gone)
"""
LOAD = """
select body from {h}.rows where "table" = (select number from {h}.tables where id = %s) and number >= %s order by number
"""
AGES = """
select t.number, id, over,
    exists(select 1 from {h}.rows where "table" = t.number and substr(body, 1, 14) = '{{"row":"dealt"'::bytea),
    (select body from {h}.rows where "table" = t.number order by number desc limit 1)
from {h}.tables t where number > %s order by number limit %s
"""
TRACES = """
select id from {h}.tables t where number in (select "table" from {h}.visits where visitor = %(visitor)s)
    or exists(select 1 from {h}.rows r where r."table" = t.number and r.number = 0
        and position(convert_to(%(visitor)s, 'UTF8') in body) > 0)
order by number desc
"""
TABLES_OF = """
select id from {h}.visits join {h}.tables on number = "table" where visitor = %s order by number desc limit 200
"""
OPEN_TABLES = 'select count(*) from {h}.visits join {h}.tables on number = "table" where visitor = %s and not over'
LATEST = """
select (select body from {h}.rows where "table" = t.number order by number desc limit 1)
from (select number from {h}.tables order by number desc limit %s) t
"""
KEPT = """
select game, over, told, array(select visitor from {h}.visits where "table" = t.number order by visitor)
from {h}.tables t where id = %s
"""
OTHERS = """
select count(*) from pg_stat_activity
where datname = current_database() and starts_with(application_name, %s) and application_name <> %s
"""
