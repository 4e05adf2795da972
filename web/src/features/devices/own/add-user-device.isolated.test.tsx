import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { clearSession } from '../../../lib/session/session-store.ts';
import { refusal } from '../../../testing/fake-server.ts';
import { BOUND, answering, card, open, press, type Options } from './user-devices-harness.tsx';

vi.mock('../../../ui/toast.ts');

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.clearAllMocks();
});

describe('adding', () => {
  const REGISTER = '/devices/user/register';
  const begin = async (options: Options = {}) => {
    const page = await open([BOUND], options);
    await card();
    await page.user.click(press('Add Device'));
    const dialog = within(await screen.findByRole('dialog', { name: 'Add New Device' }));
    const serial = dialog.getByRole('textbox', { name: /^Serial number/ });
    const submit = dialog.getByRole('button', { name: 'Add Device' });
    return { ...page, dialog, serial, submit };
  };

  it('groups the digits, cuts off excess characters, and sends the input', async () => {
    const { user, dialog, serial, submit, requestsTo } = await begin({
      answer: answering(REGISTER, () => Response.json({ ...BOUND, device_mode: 'new' })),
    });
    expect(submit).toHaveProperty('disabled', true);
    await user.type(serial, '12x34-5678 90123456789');
    expect(serial).toHaveProperty('value', '1234-5678-9012-3456');
    expect(serial).toHaveProperty('maxLength', 19);
    await user.type(dialog.getByRole('textbox', { name: /^Device password/ }), '123456789012');
    await user.type(dialog.getByRole('textbox', { name: 'Notes' }), 'Hall');
    await user.click(submit);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(requestsTo(REGISTER)).toMatchObject([
      { method: 'POST', body: { serial: '1234-5678-9012-3456', pass: '1234567890', note: 'Hall' } },
    ]);
  });

  it('requires a serial', async () => {
    const { user, dialog, serial, submit } = await begin();
    await user.type(serial, '1');
    await user.clear(serial);
    await user.tab();
    expect(dialog.getByText('Serial number is required')).toBeDefined();
    expect(submit).toHaveProperty('disabled', true);
  });

  it.each([
    ['Failed to add device: 500', () => refusal(500)],
    ['The password is wrong', () => refusal(403, 'The password is wrong')],
  ])('shows the error: %s', async (text, answer) => {
    const { user, dialog, serial, submit } = await begin({ answer: answering(REGISTER, answer) });
    await user.type(serial, '1234567890123456');
    await user.click(submit);
    expect((await dialog.findByRole('alert')).textContent).toBe(text);
    expect(serial).toHaveProperty('value', '1234-5678-9012-3456');
  });

  it('requires a session', async () => {
    const { user, dialog, serial, submit, requestsTo } = await begin();
    await user.type(serial, '1234567890123456');
    clearSession();
    await user.click(submit);
    expect((await dialog.findByRole('alert')).textContent).toBe('No authentication token found');
    expect(requestsTo(REGISTER)).toEqual([]);
  });
});
