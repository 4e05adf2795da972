import { useCallback, useContext } from 'react';
import {
  UNSAFE_DataRouterContext,
  useLocation,
  useNavigate,
  useSearchParams,
  type NavigateOptions,
} from 'react-router';

type ChangeOf = (now: URLSearchParams, state: unknown) => URLSearchParams;
/** Changes nothing, and does not call `change`, when the page is being left: the address is that of the next page already. */
type ChangeAddress = (change: ChangeOf, options?: NavigateOptions) => void;

/**
 * The search parameters of the address, and how to change them. A change starts from the address as it is, which may not be rendered
 * yet: react-router renders it in a transition, and its own `useSearchParams` starts from what is rendered, so that the first of two
 * quick changes would be lost.
 */
export function useAddress(): [address: URLSearchParams, change: ChangeAddress] {
  const [address] = useSearchParams();
  const { pathname: rendered } = useLocation();
  const navigate = useNavigate();
  // The only access to the state of the router that needs no rendering.
  const router = useContext(UNSAFE_DataRouterContext)?.router;
  if (!router) throw new Error('useAddress needs a RouterProvider');
  const change = useCallback<ChangeAddress>(
    (next, options) => {
      const { pathname, search, state } = router.state.location;
      if (pathname !== rendered) return;
      void navigate(`?${next(new URLSearchParams(search), state)}`, options);
    },
    [router, navigate, rendered],
  );
  return [address, change];
}

type Options<T extends string> = {
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

/**
 * A multiple choice of which some were added and removed. A control calculates what is chosen from what is rendered, which may be
 * older than the address: react-router renders it in a transition.
 * @param now what is chosen, as the address is
 * @param rendered what the control showed
 * @param chosen what the control says that is chosen
 */
export function changedChoice<T>(now: readonly T[], rendered: readonly T[], choices: readonly T[]): T[] {
  const kept = now.filter((each) => choices.includes(each) || !rendered.includes(each));
  return [...kept, ...choices.filter((each) => !rendered.includes(each) && !kept.includes(each))];
}

/**
 * The search parameter with the open tab of the device settings; absent for the default one. In a file of its own: the lists of
 * devices know it without loading the settings.
 */
export const SETTINGS_TAB_PARAM = 'settings_tab';
