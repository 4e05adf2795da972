import { cleanup, screen, within } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { aDevice, infoOf } from '../../testing/device-factory.ts';
import { refusal, type Answer } from '../../testing/fake-server.ts';
import { openPage } from '../../testing/open-page.tsx';
import { DevicesPage } from './devices-page.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const DEVICE = aDevice();
const { serial: SERIAL } = DEVICE;

async function open(broken: Record<string, number>, address = '/devices?status=online') {
  const answer: Answer = ({ path }) => {
    const failing = Object.keys(broken).find((each) => path.startsWith(each));
    if (failing !== undefined) return refusal(broken[failing] ?? 500);
    if (path === '/devices/all') return Response.json([DEVICE], { headers: { 'X-Total-Count': '1' } });
    if (path.startsWith('/devices/info/')) return Response.json(infoOf(DEVICE));
    return Response.json([]);
  };
  const element = <DevicesPage />;
  return openPage(element, answer, {}, { role: 'admin', address });
}
const cards = (): HTMLElement[] => screen.queryAllByRole('article');

it('says that access is denied', async () => {
  await open({ '/devices/all': 403 });
  expect(await screen.findByText('Access denied. Administrator privileges required.')).toBeDefined();
  expect(cards()).toEqual([]);
});

it('names each part of the details that failed, and keeps the commands', async () => {
  await open({ '/metrics/device': 500 }, `/devices?device=${SERIAL}`);
  const drawer = within(await screen.findByRole('dialog', { name: 'Device Details' }));
  for (const name of ['System Metrics', '24-Hour Statistics']) {
    const part = await drawer.findByRole('region', { name });
    expect(await within(part).findByText('Failed to load metrics: 500')).toBeDefined();
  }
  expect(drawer.getByRole('button', { name: 'Reboot' })).toBeDefined();
});
