import { expect, it, vi } from 'vitest';
import { createFilterGroups } from './filter-groups.ts';

/** Groups of two, with what was sent and the answer to the last of them. */
function groupsOfTwo() {
  const sent: string[] = [];
  const done = vi.fn<() => void>();
  let answer = (): void => undefined;
  const groups = createFilterGroups(
    2,
    (filters, answered) => {
      sent.push(filters.join(' '));
      answer = answered;
    },
    done,
  );
  return { groups, sent, done, answer: () => answer() };
}

it('sends each group after the answer to the one before, and reports when the last is answered', () => {
  const { groups, sent, done, answer } = groupsOfTwo();
  groups.add(['a', 'b', 'c', 'd', 'e']);
  expect(sent).toEqual(['a b']);
  answer();
  answer();
  expect(sent).toEqual(['a b', 'c d', 'e']);
  expect(done).not.toHaveBeenCalled();
  answer();
  expect(done).toHaveBeenCalledTimes(1);
});

it('adds further filters to those that wait', () => {
  const { groups, sent, done, answer } = groupsOfTwo();
  groups.add(['a', 'b', 'c']);
  groups.add(['d', 'e']);
  answer();
  answer();
  expect(sent).toEqual(['a b', 'c d', 'e']);
  answer();
  groups.add(['f']);
  expect(sent.at(-1)).toBe('f');
  answer();
  expect(done).toHaveBeenCalledTimes(2);
});

it('never sends a filter that is removed while it waits, and names the others, which were sent', () => {
  const { groups, sent, answer } = groupsOfTwo();
  groups.add(['a', 'b', 'c', 'd']);
  expect(groups.remove(['b', 'c'])).toEqual(['b']);
  answer();
  expect(sent).toEqual(['a b', 'd']);
});
