/**
 * A multiple choice of which some were added and removed. A control calculates what is chosen from what is rendered, which may be
 * older than the address: react-router renders it in a transition.
 * @param now what is chosen, as the address is
 * @param rendered what the control showed
 * @param chosen what the control says that is chosen
 */
export function changedChoice<T>(now: readonly T[], rendered: readonly T[], chosen: readonly T[]): T[] {
  const kept = now.filter((each) => chosen.includes(each) || !rendered.includes(each));
  return [...kept, ...chosen.filter((each) => !rendered.includes(each) && !kept.includes(each))];
}
