"""Routes for a language model that writes one's passage: what is offered, what would be sent, and sending it."""

from __future__ import annotations

from triclinium.core.decision import Refused
from triclinium.core.player import ModelAt
from triclinium.table.live.writing import Wish
from triclinium.table.play.table import Table
from triclinium.table.protocol.replies import BriefTold, ModelsOffered, PassageTold
from triclinium.table.protocol.requests import ModelBrief, ModelPassage
from triclinium.table.web.asks import Ask


async def models_offered(ask: Ask) -> ModelsOffered:
    """Whether a language model may write one's passages at this table."""
    writing = ask.hub.writing
    if not writing.offered((await ask.inside()).table):
        return ModelsOffered(house=None, own=False)
    return ModelsOffered(house=writing.house, own=writing.own)


async def model_brief(ask: Ask) -> BriefTold:
    """Exactly what would be sent to a model. Sends nothing."""
    table, seat = await _own_seat(ask)
    body: ModelBrief = ask.body
    shown = ask.hub.writing.shown(table, seat, body.decision, _wish(body))
    return BriefTold(address=shown.address, messages=[dict(each) for each in shown.messages], seal=shown.seal)


async def model_passage(ask: Ask) -> PassageTold:
    """Ask a model for one's passage, once its prompt has been seen."""
    table, seat = await _own_seat(ask)
    body: ModelPassage = ask.body
    told = await ask.hub.writing.written(table, ask.visitor, seat, body.decision, _wish(body), body.seal)
    return PassageTold(text=told.text, fault=told.fault, facts=told.facts)


async def _own_seat(ask: Ask) -> tuple[Table, int]:
    """The table and the visitor's seat that is asked; any of theirs if none is."""
    table = (await ask.inside()).table
    own = table.seats_of(ask.visitor)
    if not own:
        raise Refused("refused.no_right")
    return table, next((seat for seat in own if seat in table.questions), own[0])


def _wish(body: ModelBrief) -> Wish:
    own = None if body.model is None else ModelAt(body.model.url, body.model.name, body.model.key)
    return Wish(body.language, body.lines, body.facts, own)
