import { useSearchParams } from 'react-router';

/** The tab that the address names (`?tab=`), or the first; and how to go to one. */
export function useAddressTab<T extends string>(
  tabs: readonly [T, ...T[]],
): [tab: T, go: (tab: string | null) => void] {
  const [address, setAddress] = useSearchParams();
  const tab = tabs.find((each) => each === address.get('tab')) ?? tabs[0];
  const go = (next: string | null): void =>
    setAddress(
      (now) => {
        const changed = new URLSearchParams(now);
        if (next === null || next === tabs[0]) changed.delete('tab');
        else changed.set('tab', next);
        return changed;
      },
      { preventScrollReset: true },
    );
  return [tab, go];
}
