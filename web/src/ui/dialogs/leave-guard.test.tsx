import { act, cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { useEffect, type ReactNode } from 'react';
import { startI18n } from '../../lib/i18n.ts';
import { renderPage } from '../../testing/render-page.tsx';
import { FormDialog } from './form-dialog.tsx';
import { LeaveGuard } from './leave-guard.tsx';

beforeEach(startI18n);
afterEach(cleanup);

const open = (element: ReactNode, address: string) => {
  const { router } = renderPage(element, { address });
  return {
    router,
    go: (to: string | -1) => act(() => (typeof to === 'number' ? router.navigate(to) : router.navigate(to))),
  };
};
const place = ({ state: { location } }: { state: { location: { pathname: string; search: string } } }): string =>
  location.pathname + location.search;
const question = () => screen.findByRole('dialog', { name: 'Leave without saving?' });
const answer = async (name: 'Stay' | 'Leave') => {
  await question();
  await userEvent.click(screen.getByRole('button', { name }));
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Leave without saving?' })).toBeNull());
};

it('asks before a changed tab or another page discards the input, and not before other changes of the address', async () => {
  const { router, go } = open(<LeaveGuard active params={['tab']} />, '/plan?tab=new');
  await go('/plan?tab=new&q=bell');
  expect(place(router)).toBe('/plan?tab=new&q=bell');
  await go('/plan?tab=list');
  expect((await question()).textContent).toContain('What you typed has not been saved.');
  await answer('Stay');
  expect(place(router)).toBe('/plan?tab=new&q=bell');
  await go('/home');
  await answer('Leave');
  await waitFor(() => expect(place(router)).toBe('/home'));
});

function Dialog({ param }: { param?: string }) {
  return (
    <FormDialog title="Edit" onClose={() => undefined} {...(param !== undefined && { param })}>
      {({ onDirty }) => <Typed onDirty={onDirty} />}
    </FormDialog>
  );
}
function Typed({ onDirty }: { onDirty: (dirty: boolean) => void }) {
  useEffect(() => onDirty(true), [onDirty]);
  return 'Typed';
}

it('asks before Back leaves a dialog with input, and lets the dialog close itself', async () => {
  const { router, go } = open(<Dialog />, '/list');
  await go('/list?edit=1');
  await go(-1);
  await answer('Stay');
  expect(place(router)).toBe('/list?edit=1');
  // What a dialog does to the address after it has saved.
  await go('/list');
  expect(place(router)).toBe('/list');
});

it('goes back between places inside of a dialog without a question', async () => {
  const { router, go } = open(<Dialog param="settings" />, '/list');
  await go('/list?settings=1');
  await go('/list?settings=1&part=wifi');
  await go(-1);
  expect(place(router)).toBe('/list?settings=1');
  await go(-1);
  await answer('Leave');
  await waitFor(() => expect(place(router)).toBe('/list'));
});

it('has the browser ask before a reload discards the input of a dialog', async () => {
  open(<Dialog />, '/list?edit=1');
  await screen.findByText('Typed');
  const leaving = new Event('beforeunload', { cancelable: true });
  globalThis.dispatchEvent(leaving);
  expect(leaving.defaultPrevented).toBe(true);
});
