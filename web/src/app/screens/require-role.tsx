import type { ReactNode } from 'react';
import { useSelector } from 'react-redux';
import { selectRole } from '../../lib/session/session-slice.ts';
import { AccessDenied } from '../../ui/states/empty-state.tsx';
import { canOpen } from './can-open.ts';
import type { Access } from './screen.ts';

/** Shows a screen to the roles that may open it. It is not mounted for anybody else, so that it requests nothing. */
export function RequireRole({ access, children }: { access: Access; children: ReactNode }) {
  const role = useSelector(selectRole);
  if (role === null) return null;
  return canOpen({ access }, role) ? children : <AccessDenied role={role} />;
}
