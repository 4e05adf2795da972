import { useDispatch } from 'react-redux';
import { endSession } from './end-session.ts';
import type { AppDispatch } from '../../app/store.ts';
import { useLogoutMutation } from './auth-api.ts';

/** Revokes the key and ends the session, also where revoking fails. */
export function useSignOut(): () => Promise<void> {
  const dispatch = useDispatch<AppDispatch>();
  const [logout] = useLogoutMutation();
  return async () => {
    await logout();
    dispatch(endSession('signed_out'));
  };
}
