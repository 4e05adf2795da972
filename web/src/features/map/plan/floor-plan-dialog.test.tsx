import { type FloorPlan, floorPlansHttp, type PlacedDevice } from '@belfry/schemas/http/map/floor-plans';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { isTo, on } from '../../../testing/fake-server.ts';
import { openPage } from '../../../testing/open-page.tsx';
import { FloorPlanDialog } from './floor-plan-dialog.tsx';

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const DOOR = { company_id: 9, serial: '1000-0000-0000-0001', name: 'Door', status: 'online' as const };
const TILL = { company_id: 10, serial: '1000-0000-0000-0002', name: 'Till', status: 'offline' as const };
const onDoor: PlacedDevice = { ...DOOR, x: 0.25, y: 0.5, has_alarm: false };
const IMAGE = { sha256: 'a'.repeat(64), format: 'png' as const, width: 400, height: 300, bytes: 1_000 };

async function openPlan(plan: Partial<FloorPlan>, { mayEdit = true, conflict = false } = {}) {
  let stored: FloorPlan = { company_id: 2, image: IMAGE, revision: 3, devices: [onDoor], ...plan };
  const placed: unknown[] = [];
  const read = on(floorPlansHttp.read, () => stored);
  const place = on(floorPlansHttp.place, ({ body }) => {
    placed.push(body);
    if (conflict) {
      return Response.json({ error: 'Changed', code: 'edit_conflict', current: stored }, { status: 409 });
    }
    stored = { ...stored, revision: stored.revision + 1 };
    return stored;
  });
  const page = await openPage(
    <FloorPlanDialog
      node={{ company_id: 2, name: 'Shop' }}
      devices={[DOOR, TILL]}
      mayEdit={mayEdit}
      onClose={vi.fn()}
    />,
    (call) => {
      if (isTo(floorPlansHttp.image, call))
        return new Response('an image', { headers: { 'content-type': 'image/png' } });
      return read(call) ?? place(call);
    },
  );
  const dialog = await screen.findByRole('dialog', { name: 'Floor plan of Shop' });
  return { ...page, dialog: within(dialog), placed };
}

it('shows who may only look where the devices are, and nothing to change them', async () => {
  const { dialog, user } = await openPlan({}, { mayEdit: false });
  const mark = await dialog.findByRole('button', { name: 'Door, Online, 25 % from the left, 50 % from the top' });
  expect((await dialog.findByRole('img', { name: 'Floor plan of Shop' })).getAttribute('src')).toMatch(/^blob:/);
  expect(dialog.getByRole('list', { name: 'Devices' }).textContent).not.toContain('Till');
  expect(dialog.queryByRole('button', { name: 'Save the plan' })).toBeNull();
  mark.focus();
  await user.keyboard('{ArrowRight}{Delete}');
  expect(dialog.getByRole('button', { name: 'Door, Online, 25 % from the left, 50 % from the top' })).toBe(mark);
});

it('places a device with the keyboard, moves it, takes another one away, and saves one list', async () => {
  const { dialog, user, placed } = await openPlan({});
  await user.click(await dialog.findByRole('button', { name: 'Place Till' }));
  const till = dialog.getByRole('button', { name: /^Till, Offline, 50 %/ });
  await waitFor(() => expect(document.activeElement).toBe(till));
  await user.keyboard('{ArrowRight}{ArrowDown}{Shift>}{ArrowUp}{/Shift}');
  expect(till.getAttribute('aria-label')).toBe('Till, Offline, 51 % from the left, 46 % from the top');
  await user.click(dialog.getByRole('button', { name: 'Take Door off the plan' }));
  await user.click(dialog.getByRole('button', { name: 'Save the plan' }));
  await waitFor(() => expect(placed).toEqual([{ revision: 3, devices: [{ serial: TILL.serial, x: 0.51, y: 0.46 }] }]));
});

it('a list that somebody else has changed is not overwritten', async () => {
  const { dialog, user } = await openPlan({}, { conflict: true });
  await user.click(await dialog.findByRole('button', { name: 'Place Till' }));
  await user.click(dialog.getByRole('button', { name: 'Save the plan' }));
  expect((await dialog.findByRole('alert')).textContent).toMatch(/^Somebody else has changed this floor plan/);
  await user.click(dialog.getByRole('button', { name: 'Discard changes' }));
  expect(dialog.queryByRole('alert')).toBeNull();
  expect(dialog.queryByRole('button', { name: /^Till, / })).toBeNull();
});

it('a device with an open alarm says so', async () => {
  const { dialog } = await openPlan({ devices: [{ ...onDoor, has_alarm: true }] });
  expect(await dialog.findByRole('button', { name: /^Door, Alarm, / })).toBeDefined();
});

it('asks for an image where there is none, and refuses one that is too large', async () => {
  const { dialog, user, requestsTo } = await openPlan({ image: null, revision: 0, devices: [] });
  await dialog.findByRole('button', { name: 'Upload an image' });
  const input = document.querySelector<HTMLInputElement>('input[type=file]');
  const file = new File([new Uint8Array(5 * 1024 * 1024 + 1)], 'plan.png', { type: 'image/png' });
  if (input) await user.upload(input, file);
  expect((await dialog.findByRole('alert')).textContent).toBe('A floor plan has 5 MB at most.');
  expect(requestsTo('/companies/2/plan', 'PUT')).toEqual([]);
});
