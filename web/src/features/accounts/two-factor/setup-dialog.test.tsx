import { cleanup, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { refusal } from '../../../testing/fake-server.ts';
import { openPage } from '../../../testing/open-page.tsx';
import { SetupDialog } from './setup-dialog.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const CONFIRM = '/auth/two-factor/confirm';
const RIGHT = '246802';
const boxes = (): HTMLInputElement[] => screen.getAllByLabelText(/^Digit \d of 6$/);
const shown = (): string =>
  boxes()
    .map(({ value }) => value || '_')
    .join('');

it('a wrong app code can be overwritten, corrected in the middle, and replaced by a pasted one', async () => {
  const { user, requestsTo } = await openPage(<SetupDialog onClose={() => undefined} />, ({ path, body }) => {
    if (path === '/auth/two-factor/enrol')
      return Response.json({ secret: 'JBSWY3DP', otpauth_url: 'otpauth://totp/x' });
    if ((body as { code: string }).code !== RIGHT) return refusal(401, 'Invalid code', 'wrong_code');
    return Response.json({ recovery_codes: ['k3f9-x2mq-7htd', 'aaaa-bbbb-cccc'] });
  });
  const codes = () => requestsTo(CONFIRM).map(({ body }) => (body as { code: string }).code);
  const rejected = (): Promise<void> =>
    waitFor(() => {
      expect(screen.getByRole('alert').textContent).toBe('Invalid code');
      expect(document.activeElement).toBe(boxes()[0]);
    });
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Password')));
  await user.keyboard('Secret-1{Enter}');
  await screen.findByText('JBSW Y3DP');
  expect(document.activeElement).toBe(boxes()[0]);
  await user.keyboard('111111');
  await rejected();
  // Overwritten from the first field; nothing is sent before the last digit.
  await user.keyboard('22222');
  expect(shown()).toBe('222221');
  expect(codes()).toEqual(['111111']);
  await user.keyboard('2');
  await waitFor(() => expect(codes()).toEqual(['111111', '222222']));
  await rejected();
  // After a deletion in the middle the others keep their place, and Enter reports the missing digit.
  await user.click(boxes()[2]!);
  await user.keyboard('{Delete}');
  expect(shown()).toBe('22_222');
  await user.keyboard('{Enter}');
  expect(screen.getByRole('alert').textContent).toBe('Please enter the complete 6-digit code');
  await user.paste(`Your code is ${RIGHT.slice(0, 3)} ${RIGHT.slice(3)}.`);
  const list = await screen.findByRole('list', { name: 'Recovery codes' });
  expect([...list.children].map(({ textContent }) => textContent)).toEqual(['k3f9-x2mq-7htd', 'aaaa-bbbb-cccc']);
  expect(codes()).toEqual(['111111', '222222', RIGHT]);
});
