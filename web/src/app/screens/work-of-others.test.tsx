import type { Access } from '@belfry/schemas/http/teams/access';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { SayPage } from '../../features/announcements/index.ts';
import { GroupManager } from '../../features/groups/index.ts';
import { LibraryPage } from '../../features/library/index.ts';
import { SmsPage } from '../../features/mail/sms/index.ts';
import { SchedulePage } from '../../features/schedules/index.ts';
import { aDevice } from '../../testing/device-factory.ts';
import { aMessage, anItem } from '../../testing/library-factory.ts';
import { openPage } from '../../testing/open-page.tsx';
import { setPageWidth } from '../../testing/page-width.ts';
import { aSchedule } from '../../testing/schedule-factory.ts';
import { stubElementSize } from '../../testing/stub-element-size.ts';
import { aMainCompany, serialOf, SHOPS } from '../../testing/tree-factory.ts';

setPageWidth(1440);
beforeEach(() => stubElementSize(600, ['clientHeight', 'clientWidth']));
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const OWNER = 7;
const access = (company_id: number, role: Access['role']): Access => ({
  member_id: company_id,
  company_id,
  company_name: 'A place',
  organisation_id: OWNER,
  organisation_name: 'Chain',
  role,
  may_emergency: false,
  expires_at: null,
});
const lists: Record<string, unknown> = {
  // A viewer of everything, who plans for the north.
  '/me/access': [access(1, 'viewer'), access(2, 'planner')],
  '/library': [
    anItem('messages', aMessage(1, { name: 'Own', may_change: true })),
    anItem('messages', aMessage(2, { name: 'Theirs', may_change: false })),
  ],
  '/sms/templates': [
    { id: 1, name: 'Own', text: 'Drill', revision: 1, may_change: true },
    { id: 2, name: 'Theirs', text: 'Drill', revision: 1, may_change: false },
  ],
  '/group/list': [
    { id: 1, name: 'Own', device_count: 0, may_change: true },
    { id: 2, name: 'Theirs', device_count: 1, may_change: false },
  ],
  '/group/list/1/elements': [],
  '/group/list/2/elements': [],
  '/schedules': [aSchedule(1, { name: 'Own', may_change: true }), aSchedule(2, { name: 'Theirs', may_change: false })],
  '/devices/user/email': [4, 8].map((id) =>
    aDevice({ serial: serialOf(id), name: `Speaker ${id}`, user_id: OWNER, company_id: id }),
  ),
  '/company/main/companies': [aMainCompany(1, { name: 'Main', user_id: OWNER })],
  '/company/tree': SHOPS.map((node) => Object.assign({}, node, { user_id: OWNER })),
};
const open = (element: ReactNode, address = '/') =>
  openPage(element, ({ path }) => (path in lists ? Response.json(lists[path]) : undefined), {}, { address });
const button = (name: string | RegExp) => screen.findByRole('button', { name });
const isDisabled = (element: HTMLElement): boolean => (element as HTMLButtonElement).disabled;

describe('the work of others in an organisation', () => {
  it('is read in the library, with the reason, and not changed', async () => {
    const { user } = await open(<LibraryPage />, '/library');
    const menuOf = async (name: string) => {
      await user.click(await button(`More: ${name}`));
      const items = await screen.findAllByRole('menuitem');
      await user.keyboard('{Escape}');
      return items.map(({ textContent }) => textContent);
    };
    expect(await menuOf('Own')).toEqual(['Edit', 'Delete…']);
    expect(await menuOf('Theirs')).toEqual(['Open']);
    await user.click(screen.getByRole('link', { name: 'Theirs' }));
    await screen.findByText('Somebody else has made this. You may use it, but not change it.');
    expect(screen.queryByRole('textbox', { name: 'Text' })).toBeNull();
  });

  it('has no buttons among templates, but says who has made it', async () => {
    await open(<SmsPage />, '/sms?tab=templates');
    await button('More: Own');
    await screen.findByText('Made by somebody else');
    expect(screen.queryByRole('button', { name: 'More: Theirs' })).toBeNull();
  });

  it('is a group that is chosen, but not changed', async () => {
    const { user } = await open(<GroupManager />);
    const choose = async (name: string) => {
      await user.click(await screen.findByRole('combobox', { name: 'Group' }));
      await user.click(await screen.findByRole('option', { name }));
    };
    await choose('Theirs');
    for (const action of ['Rename group', 'Delete group', 'Add selected devices to the group'])
      expect(isDisabled(await button(new RegExp(`^${action}\\. Somebody else has made this group`)))).toBe(true);
    await choose('Own');
    expect(isDisabled(await button('Rename group'))).toBe(false);
  });

  it('has no controls among plans, and says why', async () => {
    const { user } = await open(<SchedulePage />, '/schedule?tab=manage');
    await screen.findByRole('checkbox', { name: 'Select Own' });
    expect(screen.queryByRole('checkbox', { name: 'Select Theirs' })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'More: Theirs' }));
    await screen.findByText('Also for places for which you do not plan');
    expect(screen.queryByRole('menuitem')).toBeNull();
  });
});

describe('what is offered to speak to', () => {
  it('are the places at which the server says that the person may', async () => {
    const { requestsTo } = await open(<SayPage />);
    await waitFor(() => expect(requestsTo('/where')[0]?.body).toMatchObject({ right: 'speak' }));
  });

  it('are the places whose people the person may text', async () => {
    const { user } = await open(<SmsPage />, '/sms?tab=send');
    const field = await screen.findByRole('combobox', { name: 'Places' });
    await user.click(field);
    await screen.findByRole('option', { name: 'North (Main)' });
    const offered = within(await screen.findByRole('listbox'))
      .getAllByRole('option')
      .map(({ textContent }) => textContent);
    expect(offered.filter((text) => /South|^Main$/.test(text ?? ''))).toEqual([]);
  });
});
