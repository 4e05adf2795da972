import { expect, it, vi } from 'vitest';
import {
  type SelectedAudioDevice,
  requestSelectedAudio,
  onTreeEvent,
  publishSelectedAudio,
  toggleAudio,
  unselectAudio,
  postalAddressLine,
} from './tree-nodes.ts';

const speaker: SelectedAudioDevice = {
  company_id: 7,
  serial: '1234-5678-9012-3456',
  name: 'Speaker',
  description: null,
  continent: 'Europe',
  country: 'Ukraine',
  city: 'Kyiv',
  street: 'Main',
  house: '1',
};

it.each([
  ['selectedAudio', 'companyTree:selectedAudio', () => publishSelectedAudio([speaker]), [speaker]],
  ['getSelectedAudio', 'companyTree:getSelectedAudio', () => requestSelectedAudio(), []],
  ['toggleAudio', 'companyTree:toggleAudio', () => toggleAudio([speaker]), [speaker]],
  ['unselectAudio', 'companyTree:unselectAudio', () => unselectAudio([speaker]), [speaker]],
] as const)('%s is the browser event %s and carries the devices', (event, name, send, devices) => {
  const listener = vi.fn();
  const raw = vi.fn<(event: Event) => void>();
  const undo = onTreeEvent(event, listener);
  addEventListener(name, raw, { once: true });
  send();
  expect(listener).toHaveBeenCalledExactlyOnceWith(devices);
  expect(raw.mock.lastCall?.[0]).toMatchObject({ type: name, detail: { devices } });
  undo();
  send();
  expect(listener).toHaveBeenCalledOnce();
});

it('treats an event of another shape as one without devices', () => {
  const listener = vi.fn();
  const undo = onTreeEvent('toggleAudio', listener);
  dispatchEvent(new CustomEvent('companyTree:toggleAudio', { detail: { devices: 'all' } }));
  dispatchEvent(new Event('companyTree:toggleAudio'));
  expect(listener.mock.calls).toEqual([[[]], [[]]]);
  undo();
});

const PLACE = { street: 'Main', house: '7', city: 'Berlin', country: 'Germany' };

it.each([
  [PLACE, 'Main 7, Berlin, Germany'],
  [{ ...PLACE, country: null, house: null }, 'Main, Berlin'],
  [{ street: null, house: null, city: null, country: null }, ''],
])('writes what is known of an address: %j', (place, line) => expect(postalAddressLine(place)).toBe(line));
