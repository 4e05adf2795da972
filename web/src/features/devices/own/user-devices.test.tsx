import { DEFAULT_DEVICE_SETTINGS } from '@belfry/schemas/domain/configuration';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { BOUND, SERIAL, answering, card, open, press, type Options } from './user-devices-harness.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

describe('a bound device', () => {
  it.each([
    ['user', false],
    ['admin', true],
    ['root', true],
  ] as const)('shows its company to %s: %s', async (role, shown) => {
    await open([BOUND], { role });
    expect((await card()).textContent?.includes('Company 42')).toBe(shown);
  });

  it('shows no company while it is bound to none, and cannot be unbound', async () => {
    await open([{ ...BOUND, company_id: null }], { role: 'root' });
    expect((await card()).textContent).not.toContain('Company');
    expect(screen.queryByRole('button', { name: `Unbind ${SERIAL}` })).toBeNull();
  });
});

describe('the list', () => {
  it('begins with the filters of the last visit', async () => {
    await open([BOUND], { storage: { 'deviceSettings.filters': 'bind=unbound&note=cellar' } });
    expect(await screen.findByText('No Devices Match Your Filters')).toBeDefined();
    expect(screen.getByRole('combobox', { name: 'Binding' })).toHaveProperty('value', 'unbound');
    expect(screen.getByRole('textbox', { name: 'Note' })).toHaveProperty('value', 'cellar');
  });

  it('offers to reset the filters where no device matches, and to add one where there is none', async () => {
    const stored = { 'deviceSettings.filters': 'bind=unbound' };
    const { user } = await open([BOUND], { storage: stored });
    const empty = (await screen.findByText('No Devices Match Your Filters')).parentElement!;
    await user.click(within(empty).getByRole('button', { name: 'Reset Filters' }));
    await card();
    cleanup();
    await open([]);
    await user.click((await screen.findAllByRole('button', { name: 'Add Device' })).at(-1)!);
    await screen.findByRole('dialog', { name: 'Add New Device' });
  });
});

it('collapses the settings of new devices until they are opened', async () => {
  const { user } = await open([BOUND], {
    answer: answering(`/rpi/devices/config/${SERIAL}`, () =>
      Response.json({ ...DEFAULT_DEVICE_SETTINGS, time_zone: 'Asia/Tokyo', utc: 9 }),
    ),
  });
  await card();
  const panel = press('Default Settings');
  expect(panel.getAttribute('aria-expanded')).toBe('false');
  await user.click(panel);
  expect(panel.getAttribute('aria-expanded')).toBe('true');
  await user.click(press(`Settings of ${SERIAL}`));
  expect(press('Device Settings').getAttribute('aria-expanded')).toBe('true');
  expect(document.activeElement).toBe(press('Device Settings'));
  await user.click(press('Back to the defaults'));
  expect(document.activeElement).toBe(press('Default Settings'));
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
});
