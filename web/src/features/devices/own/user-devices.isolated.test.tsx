import { DEFAULT_DEVICE_SETTINGS } from '@belfry/schemas/domain/configuration';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { clearSession } from '../../../lib/session/session-store.ts';
import { refusal, unreachable } from '../../../testing/fake-server.ts';
import { openPage } from '../../../testing/open-page.tsx';
import { toast } from '../../../ui/toast.ts';
import { UnbindDevice } from './user-device-card.tsx';
import { BOUND, SERIAL, answering, card, open, press } from './user-devices-harness.tsx';

vi.mock('../../../ui/toast.ts');

const UNBIND = '/devices/unbind/company/serial';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.clearAllMocks();
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

  it('is unbound after a confirmation; the list is refetched, and a toast is shown for 3 s', async () => {
    const { user, requestsTo } = await open([BOUND], { answer: answering(UNBIND, () => Response.json(BOUND)) });
    await user.click(within(await card()).getByRole('button', { name: `Unbind ${SERIAL}` }));
    expect(within(await card()).getByText('Unbind?')).toBeDefined();
    await user.click(press('Cancel'));
    expect(screen.queryByText('Unbind?')).toBeNull();
    expect(requestsTo(UNBIND)).toEqual([]);
    await user.click(press(`Unbind ${SERIAL}`));
    await user.click(press('Confirm'));
    await waitFor(() =>
      expect(toast).toHaveBeenCalledExactlyOnceWith(
        'success',
        `Device ${SERIAL} successfully unbound from company`,
        expect.objectContaining({ durationMs: 3_000 }),
      ),
    );
    expect(requestsTo(UNBIND)).toMatchObject([{ method: 'POST', body: { serial: SERIAL } }]);
    await waitFor(() => expect(requestsTo('/devices/user/email')).toHaveLength(2));
  });

  it.each([
    ['Failed to unbind device: 500', () => refusal(500)],
    ['It is not yours', () => refusal(404, 'It is not yours')],
    [
      'Network error: Unable to connect to the server. Please check your internet connection and try again.',
      unreachable,
    ],
  ])('stays bound after an error, with a toast for 5 s: %s', async (text, answer) => {
    const { user } = await open([BOUND], { answer: answering(UNBIND, answer) });
    await card();
    await user.click(press(`Unbind ${SERIAL}`));
    await user.click(press('Confirm'));
    await waitFor(() =>
      expect(toast).toHaveBeenCalledExactlyOnceWith('error', text, expect.objectContaining({ durationMs: 5_000 })),
    );
    expect(await card()).toBeDefined();
  });

  it.each([
    ['No device serial provided', '', () => undefined],
    ['No authentication token found', SERIAL, clearSession],
  ])('sends no request: %s', async (text, serial, before) => {
    const { user, requestsTo } = await openPage(<UnbindDevice serial={serial} />, () => undefined);
    before();
    await user.click(screen.getByRole('button'));
    await user.click(press('Confirm'));
    expect(toast).toHaveBeenCalledExactlyOnceWith('error', text, expect.objectContaining({ durationMs: 5_000 }));
    expect(requestsTo(UNBIND)).toEqual([]);
  });
});

describe('the list', () => {
  it.each([
    ['an empty list', () => Response.json([])],
    ['404', () => refusal(404, 'There are none')],
  ])('shows that there are none: %s', async (_how, answer) => {
    await open([], { answer: answering('/devices/user/email', answer) });
    expect(await screen.findByText('No Devices Found')).toBeDefined();
  });

  it('shows the status of an error, and retries', async () => {
    let broken = true;
    const { user } = await open([BOUND], {
      answer: (call) => (broken && call.path === '/devices/user/email' ? refusal(503) : undefined),
    });
    expect(await screen.findByText('Failed to fetch devices: 503')).toBeDefined();
    broken = false;
    await user.click(press('Retry'));
    expect(await card()).toBeDefined();
  });

  it('begins with the filters of the last visit', async () => {
    await open([BOUND], { stored: { 'deviceSettings.filters': 'bind=unbound&note=cellar' } });
    expect(await screen.findByText('No Devices Match Your Filters')).toBeDefined();
    expect(screen.getByRole('combobox', { name: 'Binding' })).toHaveProperty('value', 'unbound');
    expect(screen.getByRole('textbox', { name: 'Note' })).toHaveProperty('value', 'cellar');
  });

  it.each([
    ['Type', ['All', 'Audio', 'Video', 'Network', 'Storage', 'Other']],
    ['Status', ['All', 'Online', 'Offline']],
    ['Mode', ['All', 'new', 'wait', 'ok']],
    ['Binding', ['All', 'Bound', 'Unbound']],
  ])('is filtered by %s', async (name, choices) => {
    await open([BOUND]);
    const options = [...screen.getByRole<HTMLSelectElement>('combobox', { name }).options];
    expect(options.map(({ text }) => text)).toEqual(choices);
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
