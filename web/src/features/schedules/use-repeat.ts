import { useState } from 'react';
import { repeatOf, ruleOf, type Repeat } from './recurrence/repeat.ts';

type Options = { rule: string | null; startsAt: string; onChange: (rule: string | null) => void };

/** How the rule of a schedule is chosen, and how to change that. */
export function useRepeat({ rule, startsAt, onChange }: Options): [repeat: Repeat, change: (next: Repeat) => void] {
  // The choice itself is state, because a typed rule may be one of the usual ways.
  const [repeat, setRepeat] = useState<Repeat>(() => repeatOf(rule, startsAt));
  const [shown, setShown] = useState(rule);
  if (rule !== shown) {
    // Another user's value was taken.
    setShown(rule);
    setRepeat(repeatOf(rule, startsAt));
  }
  const change = (next: Repeat): void => {
    setRepeat(next);
    setShown(ruleOf(next));
    onChange(ruleOf(next));
  };
  return [repeat, change];
}
