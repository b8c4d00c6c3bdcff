// The shape of the circus: all of its walls and tiers are parallel to one axis.

/** A closed line at a distance from an axis of a length that lies along y = 0. */
export function capsule(axis: number, radius: number): string {
  const half = axis / 2;
  const end = `A${radius} ${radius} 0 0 1`;
  return `M${-half} ${-radius}L${half} ${-radius}${end} ${half} ${radius}L${-half} ${radius}${end} ${-half} ${-radius}Z`;
}
