import { useAddress } from './use-address.ts';

type Options<T extends string> = {
  /** The search parameter. */
  param?: string;
  /** The tab that is open when the address names none; the first by default. */
  initial?: T;
};

/** The tab that the address names (`?tab=`), or the initial one; and how to go to one. */
export function useAddressTab<T extends string>(
  tabs: readonly [T, ...T[]],
  { param = 'tab', initial = tabs[0] }: Options<T> = {},
): [tab: T, go: (tab: string | null) => void] {
  const [address, setAddress] = useAddress();
  const tab = tabs.find((each) => each === address.get(param)) ?? initial;
  const go = (next: string | null): void =>
    setAddress(
      (now) => {
        const changed = new URLSearchParams(now);
        if (next === null || next === initial) changed.delete(param);
        else changed.set(param, next);
        return changed;
      },
      { preventScrollReset: true },
    );
  return [tab, go];
}
