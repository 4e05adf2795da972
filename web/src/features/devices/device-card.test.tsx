import { MantineProvider } from '@mantine/core';
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import type { Device } from '@belfry/schemas/http/devices/devices';
import { readableDeviceSchema } from '../../lib/api/readable-devices.ts';
import { startI18n } from '../../lib/i18n.ts';
import { aDevice, aMetricRecord } from '../../testing/device-factory.ts';
import { type CardActions, DeviceGrid } from './device-card.tsx';

const actions: CardActions = { onInfo: () => undefined };
const serial = (index: number) => `1111-1111-1111-${String(index).padStart(4, '0')}`;

beforeAll(startI18n);
afterEach(cleanup);

/** A device that counts how often it is rendered: only cards read the version. */
function watched(device: Device, reads: Map<string, number>): Device {
  return Object.defineProperty({ ...device }, 'device_version', {
    enumerable: true,
    get: () => {
      reads.set(device.serial, (reads.get(device.serial) ?? 0) + 1);
      return device.device_version;
    },
  });
}
const grid = (devices: Device[]) => (
  <MantineProvider>
    <DeviceGrid devices={devices} actions={actions} />
  </MantineProvider>
);

it('renders the card of the device that changed, and no other', () => {
  const reads = new Map<string, number>();
  const devices = Array.from({ length: 48 }, (_, index) => watched(aDevice({ serial: serial(index) }), reads));
  const { rerender } = render(grid(devices));
  expect(reads.size).toBe(48);
  reads.clear();
  const changed = devices.with(7, watched(aDevice({ serial: serial(7), status: 'maintenance' }), reads));
  rerender(grid(changed));
  expect([...reads.keys()]).toEqual([serial(7)]);
  expect(screen.getByText('Maintenance')).toBeDefined();
});

it('shows no metrics of a device that was never online', () => {
  const silent = aDevice({ status: 'offline', metrics: null, players: {}, last_seen: null, device_version: null });
  render(grid([silent]));
  expect(screen.getByText('Never seen')).toBeDefined();
  expect(screen.queryByText(/0%|NaN|null/)).toBeNull();
});

it('shows a device of an unknown status in grey', () => {
  const status = 'weird' as Device['status'];
  const { container } = render(grid([aDevice({ status })]));
  expect(screen.getByText('Unknown')).toBeDefined();
  expect(container.querySelector('[data-status="unknown"]')).not.toBeNull();
  expect(readableDeviceSchema.safeParse(aDevice({ status })).success).toBe(true);
});

it('marks metrics above their limit, not at it', () => {
  const hot = aMetricRecord({ cpu_usage_percent: 81, memory_usage_percent: 90, cpu_temperature: 40 });
  render(grid([aDevice({ metrics: hot })]));
  expect(screen.getAllByText(', above its limit')).toHaveLength(1);
});

it('offers delete for mode no only, with an inline confirmation', async () => {
  const onDelete = vi.fn<(device: Device) => void>();
  const doomed = aDevice({ serial: serial(1), device_mode: 'no' });
  const user = userEvent.setup();
  render(
    <MantineProvider>
      <DeviceGrid
        devices={[doomed, aDevice({ serial: serial(2), device_mode: 'new' })]}
        actions={{ ...actions, onDelete }}
      />
    </MantineProvider>,
  );
  const [remove, ...others] = screen.getAllByRole('button', { name: /^Delete/ });
  expect(others).toEqual([]);
  await user.click(remove!);
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'No' }));
  await user.keyboard('{Escape}');
  expect(onDelete).not.toHaveBeenCalled();
  await user.click(screen.getByRole('button', { name: /^Delete/ }));
  await user.click(screen.getByRole('button', { name: 'Yes' }));
  expect(onDelete).toHaveBeenCalledExactlyOnceWith(doomed);
});

it('warns of a clock that is wrong, and does not show a device as working whose clock is a minute off', () => {
  render(
    grid([
      aDevice({ serial: serial(1), clock_skew_ms: 4_000 }),
      aDevice({ serial: serial(2), clock_skew_ms: -12_000 }),
      aDevice({ serial: serial(3), clock_skew_ms: 3 * 60_000 }),
    ]),
  );
  const [right, off, wrong] = screen.getAllByRole('article').map(({ textContent }) => textContent);
  expect(right).not.toContain('clock');
  expect(off).toContain('The clock is 12 seconds behind');
  expect(off).toContain('Online');
  expect(wrong).toContain('The clock is 3 minutes ahead');
  expect(wrong).toContain('Online, wrong clock');
});

it('names both addresses where another device has the same key', () => {
  render(
    grid([
      aDevice({ serial: serial(1) }),
      aDevice({ serial: serial(2), twin: { connected: '10.0.0.5', refused: '10.0.0.6' } }),
    ]),
  );
  const [alone, twin] = screen.getAllByRole('article').map(({ textContent }) => textContent);
  expect(alone).not.toContain('same key');
  expect(twin).toContain('Another device has the same key: 10.0.0.5 is connected, 10.0.0.6 is refused');
});

it('tells which devices would not begin together with their neighbours', () => {
  render(
    grid([
      aDevice({ serial: serial(1), clock_offset_ms: -20, clock_synchronised: true }),
      aDevice({ serial: serial(2), clock_offset_ms: -35.2, clock_synchronised: true }),
      aDevice({ serial: serial(3), clock_offset_ms: 2_400, clock_synchronised: true }),
      aDevice({ serial: serial(4), clock_offset_ms: null, clock_synchronised: false }),
    ]),
  );
  const [right, off, far, unset] = screen.getAllByRole('article').map(({ textContent }) => textContent);
  expect(right).not.toContain('Clock');
  expect(off).toContain('Clock 35 ms off');
  expect(far).toContain('Clock 2.4 sec off');
  expect(unset).toContain('Clock not synchronised');
});
