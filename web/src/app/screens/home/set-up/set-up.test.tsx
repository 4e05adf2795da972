import { announcementsHttp } from '@belfry/schemas/http/announcements/announcements';
import { sayHttp } from '@belfry/schemas/http/announcements/say';
import { companyChangesHttp } from '@belfry/schemas/http/companies/changes';
import { companiesHttp } from '@belfry/schemas/http/companies/companies';
import type { Home } from '@belfry/schemas/http/places/home';
import { whereHttp } from '@belfry/schemas/http/places/where';
import { cleanup, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { DEFAULT_SETTINGS } from '../../../../features/companies/element-form/index.ts';
import { type Answer, firstOf, on } from '../../../../testing/fake-server.ts';
import { answerLookups } from '../../../../testing/lookup-answers.ts';
import { openPage } from '../../../../testing/open-page.tsx';
import { aPlaceItem, answerWhere } from '../../../../testing/where-factory.ts';
import { SetUp, SetUpLeft } from './set-up.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const EMPTY: Home = { places: 0, all_right: 0, loudspeakers: 0, online: 0, worst: null, only: null };
const MAIN = {
  company_id: 1,
  user_id: 1,
  name: 'Bakeries',
  description: null,
  continent: null,
  country: null,
  emblem: null,
  subcompany_count: 1,
};

/** A server on which what is added is there. */
function serve(): Answer {
  const made = { main: false, place: false };
  const main = aPlaceItem(1, 'Bakeries');
  return firstOf(
    on(companiesHttp.listMain, () => (made.main ? [MAIN] : [])),
    on(companyChangesHttp.addMain, () => {
      made.main = true;
      return Response.json({ company_id: 1, id: 1 }, { status: 201 });
    }),
    on(companyChangesHttp.add, () => {
      made.place = true;
      return Response.json({ company_id: 2, id: 2 }, { status: 201 });
    }),
    on(whereHttp.find, ({ body }) => answerWhere(body, made.place ? [main, aPlaceItem(2, 'Shop', [main])] : [])),
    on(companiesHttp.effectiveSettings, () => ({
      ...DEFAULT_SETTINGS,
      language: { value: 'de', source_company_id: 1 },
    })),
    on(sayHttp.say, () =>
      Response.json({ run_id: 'b6f6ab1c-4f3b-4f43-9a55-0d8d6f2c1a11', devices: 1, offline: 0 }, { status: 202 }),
    ),
    on(announcementsHttp.run, () => Response.json({ rows: [] })),
    answerLookups,
  );
}

it('leads from nothing to a sentence: what is done is passed, the rest can wait', async () => {
  const { user, requestsTo } = await openPage(
    <SetUp home={EMPTY} onBegin={vi.fn<() => void>()} onClose={vi.fn<() => void>()} />,
    serve(),
    { language: 'en' },
  );
  await user.type(await screen.findByRole('textbox', { name: 'Name' }), ' Bakeries ');
  await user.click(screen.getByRole('button', { name: 'Next' }));
  await waitFor(() => expect(requestsTo(companyChangesHttp.addMain)).toMatchObject([{ body: { name: 'Bakeries' } }]));
  // A voice can be chosen later.
  await screen.findByRole('heading', { name: '2. Language and voice' });
  await user.click(screen.getByRole('button', { name: 'Skip this step' }));
  // What was skipped is not said to be done, and is still offered.
  expect((await screen.findByRole('button', { name: /Language and voice/ })).textContent).toMatch(/skipped$/);
  expect(screen.getByRole('button', { name: /Your organisation/ }).textContent).toMatch(/done$/);
  expect(screen.getByRole('button', { name: 'Leave the set-up' })).toBeDefined();
  await user.type(await screen.findByRole('textbox', { name: 'Name' }), 'Shop');
  await user.click(screen.getByRole('button', { name: 'Next' }));
  await waitFor(() =>
    expect(requestsTo(companyChangesHttp.add)).toMatchObject([{ body: { name: 'Shop', parent_company_id: 1 } }]),
  );
  expect(await screen.findByRole('textbox', { name: 'Code' })).toBeDefined();
  await user.click(screen.getByRole('button', { name: 'Skip this step' }));
  // In the language of the organisation.
  const sentence = await screen.findByRole('textbox', { name: 'Text' });
  await waitFor(() => expect((sentence as HTMLTextAreaElement).value).toMatch(/^Guten Tag/));
  await user.click(screen.getByRole('button', { name: 'Speak' }));
  await waitFor(() => expect(requestsTo(sayHttp.say)).toMatchObject([{ body: { targets: { nodes: [1] } } }]));
  const { passed } = JSON.parse(localStorage.getItem('setUp:1') ?? '') as { passed: string[] };
  expect(passed).toEqual(['organisation', 'voice', 'place', 'loudspeaker']);
});

it('what is left is shown until it is dismissed, and to nobody who has never begun', async () => {
  await openPage(<SetUpLeft home={EMPTY} onOpen={vi.fn<() => void>()} />, serve(), { language: 'en' });
  await waitFor(() => expect(screen.queryByText(/^Left of the set-up/)).toBeNull());
  cleanup();
  const { user } = await openPage(<SetUpLeft home={EMPTY} onOpen={vi.fn<() => void>()} />, serve(), {
    language: 'en',
    'setUp:1': { passed: ['organisation'], isDismissed: false },
  });
  expect((await screen.findByText(/^Left of the set-up/)).textContent).toBe(
    'Left of the set-up: Language and voice · First place · First loudspeaker · First sentence',
  );
  await user.click(screen.getByRole('button', { name: 'Dismiss' }));
  expect(screen.queryByText(/^Left of the set-up/)).toBeNull();
});
