import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Role } from '@belfry/schemas/domain/roles';
import type { Answer } from '../../testing/fake-server.ts';
import { openPage } from '../../testing/open-page.tsx';
import { aSchedule } from '../../testing/schedule-factory.ts';
import { aUser } from '../../testing/profile-factory.ts';
import { SHOPS } from '../../testing/tree-factory.ts';
import { stubElementSize } from '../../testing/stub-element-size.ts';
import { answerWhere, choosePlace, itemsOf } from '../../testing/where-factory.ts';
import { SchedulePage } from './index.ts';

beforeEach(() => stubElementSize(600));
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const ANNA = aUser({ id: 5, name: 'Anna', email: 'anna@x.test' });

const answer: Answer = ({ path, params, method, body }) => {
  if (path === '/where') return answerWhere(body, itemsOf(SHOPS, ANNA.id));
  const hers = params['user_id'] === '5';
  if (path === '/admin/users' || path === '/admin/user/info')
    return Response.json(path === '/admin/users' ? [ANNA] : ANNA);
  if (path === '/schedules' && method === 'POST') return Response.json(aSchedule(9), { status: 201 });
  if (path === '/schedules') return Response.json(hers ? [aSchedule(1, { name: 'Her bell' })] : []);
  if (path === '/schedules/calendar' || path === '/schedules/holidays') return Response.json([]);
  if (path === '/schedules/feed') return Response.json({ created_at: null });
  if (path === '/group/list') return Response.json([]);
  return undefined;
};
const open = (address: string, role: Role) => openPage(<SchedulePage />, answer, {}, { address, role });

it('an administrator chooses a place, and sees the plans of its organisation', async () => {
  const { user } = await open('/schedule?tab=manage&q=bell', 'admin');
  await screen.findByText(/^Nothing is planned yet/);
  await user.click(screen.getByRole('button', { name: 'Filter' }));
  await choosePlace(user, 'South', 'Place');
  await screen.findByRole('link', { name: 'Her bell' });
  await user.click(screen.getByRole('button', { name: 'Remove Main / South' }));
  await screen.findByText(/^Nothing is planned yet/);
});

it('an administrator makes a schedule at places of the owner that the address names', async () => {
  const { user, requestsTo } = await open('/schedule?tab=create&owner=5', 'admin');
  const form = within(await screen.findByRole('form'));
  fireEvent.change(form.getByRole('textbox', { name: 'Name' }), { target: { value: 'Quiet' } });
  await user.selectOptions(form.getByRole('combobox', { name: 'Type' }), 'silence');
  await choosePlace(user, 'North');
  await user.click(form.getByRole('button', { name: 'Create Schedule' }));
  await waitFor(() => expect(requestsTo('/schedules', 'POST')).toHaveLength(1));
  const [sent] = requestsTo('/schedules', 'POST');
  expect(sent?.params).toEqual({ user_id: '5' });
  expect(sent?.body).toMatchObject({ name: 'Quiet', targets: { nodes: [2] } });
  expect(requestsTo('/where').some(({ body }) => JSON.stringify(body).includes('"user_id":5'))).toBe(true);
  await screen.findByRole('link', { name: 'Her bell' });
});

it('a user sees their own schedules, whatever the address names', async () => {
  const { requestsTo } = await open('/schedule?tab=manage&owner=5', 'user');
  await screen.findByText(/^Nothing is planned yet/);
  expect(requestsTo('/schedules').every(({ params }) => !('user_id' in params))).toBe(true);
});
