import type { Schedule } from '@belfry/schemas/http/schedules/schedules';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { type Answer } from '../../../testing/fake-server.ts';
import { aMessage } from '../../../testing/library-factory.ts';
import { openPage } from '../../../testing/open-page.tsx';
import { makeProfile } from '../../../testing/profile-factory.ts';
import { aDryRun, aSchedule } from '../../../testing/schedule-factory.ts';
import { stubElementSize } from '../../../testing/stub-element-size.ts';
import { SchedulePage } from '../index.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-22T12:00:00Z') });
  stubElementSize(600);
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

async function open(address: string, schedule: Schedule = aSchedule(1), own: Answer = () => undefined) {
  const answer: Answer = (call) => {
    const given = own(call);
    if (given) return given;
    const { method, path } = call;
    if (path === '/schedules/1' && method === 'GET') return Response.json(schedule);
    if (path === '/schedules') return method === 'GET' ? Response.json([]) : Response.json(schedule, { status: 201 });
    if (path === '/schedules/dry-run') return Response.json(aDryRun());
    if (path === '/schedules/feed') return Response.json({ created_at: null });
    if (path === '/schedules/holidays') return Response.json([]);
    if (path === '/messages') return Response.json([aMessage(3, { name: 'Opening hours' })]);
    if (path === '/group/list' || path === '/devices/user/email') return Response.json([]);
    return undefined;
  };
  const page = await openPage(<SchedulePage />, answer, {}, { address });
  const form = within(await screen.findByRole('form'));
  return { ...page, form };
}

it('begins with what the profile names, also where that is loaded last', async () => {
  const { promise, resolve } = Promise.withResolvers<Response>();
  const opened = open('/schedule?tab=create', aSchedule(1), ({ path }) =>
    path === '/users/info' ? promise : undefined,
  );
  await screen.findByRole('tab', { name: 'Create Schedule' });
  expect(screen.queryByRole('form')).toBeNull();
  resolve(Response.json(makeProfile({ email: 'anna@x.test' })));
  const { form, user } = await opened;
  await user.selectOptions(form.getByRole('combobox', { name: 'Type' }), 'report');
  expect(form.getByRole('textbox', { name: /mail/i })).toHaveProperty('value', 'anna@x.test');
});

it('says that the address of a report has not confirmed yet', async () => {
  const report = aSchedule(1, { action: { type: 'report', days: 7, email: 'a@b.lv' } });
  const { form, user } = await open('/schedule?tab=create&edit=1', report, ({ path }) =>
    path === '/recipients/state'
      ? Response.json({ recipient: 'a@b.lv', known: true, confirmed: false, requested_at: null })
      : undefined,
  );
  await form.findByText('Waits for confirmation, and gets nothing until then');
  await user.type(form.getByRole('textbox', { name: /mail/i }), 'x');
  expect(form.queryByText(/^Waits for confirmation/)).toBeNull();
});

it('names what is missing, sends nothing, and puts the focus on the first field', async () => {
  const { form, user, requestsTo } = await open('/schedule?tab=create');
  await user.click(form.getByRole('button', { name: 'Create Schedule' }));
  for (const text of ['Please enter a name', 'Please choose what is played', 'Please choose at least one place']) {
    await form.findByText(text);
  }
  expect(document.activeElement).toBe(form.getByRole('textbox', { name: 'Name' }));
  expect(requestsTo('/schedules', 'POST')).toHaveLength(0);
});

it('tells experts what is wrong with their rule', async () => {
  const { form, user } = await open('/schedule?tab=create&edit=1', aSchedule(1, { rrule: 'FREQ=DAILY;BYHOUR=8,12' }));
  const rule = form.getByRole('textbox', { name: 'Rule' });
  fireEvent.change(rule, { target: { value: 'FREQ=DAILY;BYHOUR=25' } });
  await user.click(form.getByRole('button', { name: 'Save' }));
  await form.findByText('BYHOUR=25 is not possible');
});

it('sends only what was changed, with the revision', async () => {
  const { form, user, requestsTo } = await open('/schedule?tab=create&edit=1', aSchedule(1, { revision: 4 }));
  await user.click(form.getByRole('button', { name: /^More/ }));
  await user.selectOptions(form.getByRole('combobox', { name: 'Priority' }), '8');
  await user.click(form.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(requestsTo('/schedules/1', 'PUT')[0]?.body).toEqual({ priority: 8, revision: 4 }));
});

it('shows both values where somebody else has saved meanwhile, and takes theirs', async () => {
  const theirs = aSchedule(1, { name: 'Theirs', priority: 2, revision: 2 });
  const { form, user } = await open('/schedule?tab=create&edit=1', aSchedule(1), ({ method }) =>
    method === 'PUT'
      ? Response.json({ error: 'Changed meanwhile', code: 'edit_conflict', current: theirs }, { status: 409 })
      : undefined,
  );
  const name = form.getByRole('textbox', { name: 'Name' });
  await user.clear(name);
  await user.type(name, 'Mine');
  await user.click(form.getByRole('button', { name: 'Save' }));
  await form.findByText(/Theirs/);
  expect(name).toHaveProperty('value', 'Mine');
  await user.click(form.getByRole('button', { name: /Name/ }));
  expect(name).toHaveProperty('value', 'Theirs');
});

it('shows what the next run conflicts with at its first place', async () => {
  const { form } = await open('/schedule?tab=create&edit=1', aSchedule(1), ({ path }) =>
    path === '/schedules/dry-run'
      ? Response.json(
          aDryRun({
            conflicts: [{ code: 'overlap', schedule_ids: [1, 2], names: ['Bell', 'Jazz'], winner: 'Jazz', text: '' }],
          }),
        )
      : undefined,
  );
  await form.findByText('“Bell” and “Jazz” overlap; “Jazz” plays');
});

it('checks the first six of the chosen places, and counts the others', async () => {
  const nodes = [1, 2, 3, 4, 5, 6, 7];
  const targets = { nodes, groups: [], devices: [], except: { nodes: [], groups: [], devices: [] } };
  const { form, requestsTo } = await open(
    '/schedule?tab=create&edit=1',
    aSchedule(1, { targets }),
    ({ path, body }) => {
      if (path !== '/schedules/dry-run') return undefined;
      const { company_id } = body as { company_id: number };
      const conflict = { code: 'overlap' as const, schedule_ids: [1], names: ['Bell'], winner: 'Jazz', text: '' };
      return Response.json(aDryRun({ company_id, conflicts: company_id === 6 ? [conflict] : [] }));
    },
  );
  await form.findByText('“Bell” overlap; “Jazz” plays');
  await form.findByText('1 more place is not checked.');
  const asked = requestsTo('/schedules/dry-run').map(({ body }) => (body as { company_id: number }).company_id);
  expect(new Set(asked)).toEqual(new Set(nodes.slice(0, 6)));
});

it('says where the schedule is gone', async () => {
  await openPage(<SchedulePage />, () => undefined, {}, { address: '/schedule?tab=create&edit=7' });
  await screen.findByText('This schedule does not exist any more');
});

it('lists what was not read of a calendar, with the line and the reason, until the next one is read', async () => {
  const days = [{ date: '2027-05-25', name: 'Maîtrise' }];
  const uploaded = { calendar: { id: 3, name: 'School', days }, skipped: ['Trip'], utc_zone: 'Europe/Berlin' };
  const unread = [
    { name: 'Trip', line: 12, reason: 'start' },
    { name: '', line: 40, reason: 'dates' },
  ];
  const answers = [
    { ...uploaded, unread, encoding: 'windows-1252' },
    { ...uploaded, skipped: [], unread: [], utc_zone: null, encoding: 'utf-8' },
  ];
  const { form, user } = await open(
    '/schedule?tab=create&edit=1',
    aSchedule(1, { rrule: 'FREQ=DAILY' }),
    ({ path, method }) =>
      path === '/schedules/holidays' && method === 'POST' ? Response.json(answers.shift(), { status: 201 }) : undefined,
  );
  await user.click(form.getByRole('button', { name: /^More/ }));
  const field = (await screen.findAllByLabelText<HTMLInputElement>('An iCalendar file (.ics)')).find(
    ({ type }) => type === 'file',
  );
  const file = new File(['BEGIN:VCALENDAR'], 'School.ics', { type: 'text/calendar' });
  await user.upload(field as HTMLInputElement, file);
  const list = await form.findByRole('list', { name: '2 events were not read as they are' });
  expect(
    within(list)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual([
    'Trip (line 12): it has no date that exists',
    'An event without a name (line 40): a date of its list or of its exceptions does not exist; the others count',
  ]);
  form.getByText('Times in UTC are dates of the zone Europe/Berlin.');
  form.getByText(/was read as windows-1252/);
  await user.upload(field as HTMLInputElement, file);
  await waitFor(() => expect(form.queryByText(/was read as|not read/)).toBeNull());
});
