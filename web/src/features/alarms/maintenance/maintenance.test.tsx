import { maintenanceHttp, type MaintenanceWindow } from '@belfry/schemas/http/alarms/maintenance';
import { whereHttp } from '@belfry/schemas/http/places/where';
import { accessHttp } from '@belfry/schemas/http/teams/access';
import { Notifications } from '@mantine/notifications';
import { cleanup, screen, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { type Answer, firstOf, on, refusal } from '../../../testing/fake-server.ts';
import { openPage } from '../../../testing/open-page.tsx';
import { setPageWidth } from '../../../testing/page-width.ts';
import { SHOPS } from '../../../testing/tree-factory.ts';
import { answerWhere, itemsOf } from '../../../testing/where-factory.ts';
import { MaintenanceDetail, MaintenanceList, PlanMaintenance } from './maintenance-list.tsx';

setPageWidth(1_440);
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const WINDOW: MaintenanceWindow = {
  window_id: 3,
  company_id: 2,
  company_name: 'North',
  time_zone: 'UTC',
  name: 'Network',
  starts_at: '2026-11-30T22:00',
  duration_minutes: 90,
  rrule: 'FREQ=WEEKLY;BYDAY=MO',
  exceptions: [],
  until_date: null,
  active_until: null,
  next_at: '2026-11-30T20:00:00.000Z',
  revision: 2,
  created_at: '2026-11-20T11:00:00.000Z',
};
const stored = (owner: number): Answer =>
  firstOf(
    on(maintenanceHttp.list, () => [WINDOW]),
    on(whereHttp.find, ({ body }) => answerWhere(body, itemsOf(SHOPS, owner))),
  );

const open = (answer: Answer = () => undefined, owner = 1, element = <MaintenanceDetail id={3} onClose={vi.fn()} />) =>
  openPage(
    <>
      <Notifications />
      {element}
    </>,
    firstOf(answer, stored(owner)),
  );
const list = <MaintenanceList node={null} to={(id) => `?open=${id}`} newAddress="?open=new" />;

describe('maintenance windows', () => {
  it('are a list, with place, rule, duration and what is next', async () => {
    await open(undefined, 1, list);
    const row = (await screen.findByRole('link', { name: 'Network' })).closest('li');
    for (const text of ['North', 'Mon', '1 h 30 min', 'Next: ']) expect(row?.textContent).toContain(text);
    expect(screen.getByRole('link', { name: 'Plan maintenance' }).getAttribute('href')).toBe('/?open=new');
  });

  it('are only read by who does not operate there', async () => {
    const access = on(accessHttp.ownAccess, () => [
      {
        member_id: 1,
        company_id: 1,
        company_name: 'Main',
        organisation_id: 5,
        organisation_name: 'Ada',
        role: 'viewer' as const,
        may_emergency: false,
        expires_at: null,
      },
    ]);
    await open(access, 5);
    await screen.findByRole('dialog', { name: /^Network/ });
    await vi.waitFor(() => expect(screen.queryByRole('button', { name: 'Change' })).toBeNull());
    expect(screen.queryByRole('button', { name: 'More' })).toBeNull();
  });
});

describe('a maintenance window', () => {
  it('has both its times by the clock of its place, which it names', async () => {
    const tokyo = { ...WINDOW, time_zone: 'Asia/Tokyo', next_at: '2026-11-30T13:00:00.000Z' };
    await open(on(maintenanceHttp.list, () => [tokyo]));
    const drawer = await screen.findByRole('dialog', { name: /^Network/ });
    await within(drawer).findByText('Next: 30 Nov 2026, 22:00:00 (Tokyo)');
    expect(drawer.textContent).toMatch(/22:00 \(Tokyo\)/);
  });

  it('is planned for a place, and says what is missing', async () => {
    const onClose = vi.fn();
    const { user, requestsTo } = await open(
      on(maintenanceHttp.create, ({ body }) => Response.json({ ...WINDOW, ...body }, { status: 201 })),
      1,
      <PlanMaintenance node={null} onClose={onClose} />,
    );
    const dialog = within(await screen.findByRole('dialog'));
    await user.click(dialog.getByRole('button', { name: 'Plan maintenance' }));
    expect(await dialog.findByText('Enter a name')).toBeDefined();
    expect(dialog.getByText('Choose a place')).toBeDefined();
    await user.type(dialog.getByRole('textbox', { name: 'Name' }), 'Rewiring');
    await user.type(dialog.getByRole('combobox', { name: 'Place' }), 'North');
    await user.click(await screen.findByRole('option', { name: /^North/ }));
    await user.selectOptions(dialog.getByRole('combobox', { name: 'Repeats' }), 'Daily');
    await user.click(dialog.getByRole('button', { name: 'Plan maintenance' }));
    await vi.waitFor(() =>
      expect(requestsTo(maintenanceHttp.create)[0]?.body).toMatchObject({
        company_id: 2,
        name: 'Rewiring',
        duration_minutes: 120,
        rrule: 'FREQ=DAILY',
        exceptions: [],
        until_date: null,
      }),
    );
    await vi.waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  });

  it('is changed with its revision and what differs', async () => {
    const { user, requestsTo } = await open(on(maintenanceHttp.change, () => ({ ...WINDOW, revision: 3 })));
    await user.click(await screen.findByRole('button', { name: 'Change' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Change maintenance' }));
    expect(dialog.getByText('Place: North')).toBeDefined();
    const hours = dialog.getByRole('textbox', { name: 'Hours' });
    await user.clear(hours);
    await user.type(hours, '3');
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    await vi.waitFor(() =>
      expect(requestsTo(maintenanceHttp.change)[0]?.body).toEqual({ revision: 2, duration_minutes: 210 }),
    );
  });

  it('keeps what was typed where somebody else has changed it, and says what saving replaces', async () => {
    const theirs = { ...WINDOW, name: 'Cables', revision: 3 };
    let busy = true;
    const { user, requestsTo } = await open(
      on(maintenanceHttp.change, ({ body }) => {
        if (body.revision === 2)
          return Response.json({ error: 'Changed', code: 'edit_conflict', current: theirs }, { status: 409 });
        return busy ? refusal(429, 'Please wait a minute', 'rate_limited') : { ...WINDOW, ...body, revision: 4 };
      }),
    );
    await user.click(await screen.findByRole('button', { name: 'Change' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Change maintenance' }));
    await user.type(dialog.getByRole('textbox', { name: 'Name' }), ' room');
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    expect(await dialog.findByText(/replace theirs when you save again: Name/)).toBeDefined();
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    expect(await dialog.findByText('Please wait a minute')).toBeDefined();
    expect(dialog.getByText(/replace theirs when you save again: Name/)).toBeDefined();
    busy = false;
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    await vi.waitFor(() =>
      expect(requestsTo(maintenanceHttp.change).at(-1)?.body).toEqual({ revision: 3, name: 'Network room' }),
    );
  });
});
