/** The entries of a record that is kept by names, each under its name's own type. */
export function entriesOf<Name extends string, Value>(record: Partial<Record<Name, Value>>): [Name, Value][] {
  return Object.entries(record) as [Name, Value][];
}
