import { useCallback, useContext } from 'react';
import {
  UNSAFE_DataRouterContext,
  useLocation,
  useNavigate,
  useSearchParams,
  type NavigateOptions,
} from 'react-router';

/** `state`: that of the history entry. */
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
