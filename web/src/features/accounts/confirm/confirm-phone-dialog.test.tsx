import { Notifications, notifications } from '@mantine/notifications';
import { cleanup, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { refusal, type Answer } from '../../../testing/fake-server.ts';
import { openPage } from '../../../testing/open-page.tsx';
import { ConfirmPhoneDialog } from './confirm-phone-dialog.tsx';

afterEach(() => {
  cleanup();
  notifications.clean();
  vi.unstubAllGlobals();
});

const PHONE = '+79161234567';

function Opener() {
  const [opened, setOpened] = useState(false);
  return (
    <>
      <Notifications />
      <button type="button" onClick={() => setOpened(true)}>
        Confirm now
      </button>
      {opened && <ConfirmPhoneDialog phone={PHONE} onClose={() => setOpened(false)} />}
    </>
  );
}
async function openDialog(answer: Answer) {
  const page = await openPage(<Opener />, answer);
  const opener = screen.getByText('Confirm now');
  await page.user.click(opener);
  await waitFor(() => expect(document.activeElement).toBe(button('Send code')));
  return { ...page, opener };
}
const button = (name: string) => screen.getByRole('button', { name });
const firstDigit = () => screen.getByLabelText('Digit 1 of 4');

it('requests a code only when it is asked to, and gives the focus back when it is closed', async () => {
  const { user, calls, opener } = await openDialog(() => undefined);
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(document.activeElement).toBe(opener);
  expect(calls).toEqual([]);
});

it('rejects a wrong code, and closes with a message after the right one', async () => {
  const { user, requestsTo, opener } = await openDialog(({ path, body }) =>
    path === '/auth/confirm/phone' && (body as { code: string }).code !== '4321'
      ? refusal(401, 'x', 'wrong_code')
      : Response.json({ success: true, message: 'ok' }),
  );
  await user.click(button('Send code'));
  await waitFor(() => expect(document.activeElement).toBe(firstDigit()));
  expect(requestsTo('/auth/resend/phone').map(({ body }) => body)).toEqual([{ phone: PHONE }]);
  expect(button('Resend Code')).toHaveProperty('disabled', true);
  await user.keyboard('1111');
  await waitFor(() =>
    expect(screen.getByRole('alert').textContent).toBe('Invalid confirmation code. Please check and try again'),
  );
  await user.paste('Your code is 4321.');
  await screen.findByText('Phone confirmed');
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(document.activeElement).toBe(opener);
  expect(requestsTo('/auth/confirm/phone').map(({ body }) => body)).toEqual([
    { phone: PHONE, code: '1111' },
    { phone: PHONE, code: '4321' },
  ]);
});

it('accepts a code that was just sent without requesting another', async () => {
  const justSent = 'A code has just been sent.';
  const { user, requestsTo } = await openDialog(({ path }) =>
    path === '/auth/resend/phone'
      ? refusal(429, justSent, 'rate_limited')
      : Response.json({ success: true, message: 'ok' }),
  );
  await user.click(button('Send code'));
  expect((await screen.findByRole('alert')).textContent).toBe(justSent);
  await user.click(button('I have a code'));
  await waitFor(() => expect(document.activeElement).toBe(firstDigit()));
  // No code was sent now, so another may be requested at once: at the next tick of the clock.
  expect(screen.getByRole('timer').textContent).toMatch(/^(No code yet\?|New code in 0:01)\s*$/);
  await user.keyboard('4321');
  await screen.findByText('Phone confirmed');
  expect(requestsTo('/auth/resend/phone')).toHaveLength(1);
});
