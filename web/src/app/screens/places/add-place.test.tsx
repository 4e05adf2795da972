import { companyChangesHttp } from '@belfry/schemas/http/companies/changes';
import { whereHttp } from '@belfry/schemas/http/places/where';
import { cleanup, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { firstOf, on } from '../../../testing/fake-server.ts';
import { openPage } from '../../../testing/open-page.tsx';
import { answerWhere, aPlaceItem } from '../../../testing/where-factory.ts';
import { AddPlace } from './add-place.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const CHAIN = aPlaceItem(1, 'Chain');
const made = { company_id: 9, id: 9 };

const open = (places: readonly ReturnType<typeof aPlaceItem>[]) =>
  openPage(
    <AddPlace parentId={null} onClose={vi.fn<() => void>()} />,
    firstOf(
      on(whereHttp.find, ({ body }) => answerWhere(body, places)),
      on(companyChangesHttp.add, () => Response.json(made, { status: 201 })),
      on(companyChangesHttp.addMain, () => Response.json(made, { status: 201 })),
    ),
    { language: 'en' },
  );

it('needs a name alone; what else holds there is inherited', async () => {
  const { user, requestsTo } = await open([CHAIN]);
  const name = await screen.findByRole('textbox', { name: 'Name' });
  await screen.findByRole('button', { name: 'Remove Chain' });
  // The name and what is above it; the rest is folded away.
  expect(screen.getAllByRole('textbox').length).toBeLessThanOrEqual(2);
  const needed = [...document.querySelectorAll('input')].filter((field) => field.required);
  expect(needed).toEqual([name]);
  await user.type(name, 'Harbour');
  await user.click(screen.getByRole('button', { name: 'Add' }));
  await waitFor(() => expect(requestsTo(companyChangesHttp.add)).toHaveLength(1));
  expect(requestsTo(companyChangesHttp.add)[0]?.body).toEqual({
    name: 'Harbour',
    type: 'Company',
    parent_company_id: 1,
  });
});

it('as the first one has the zone of the browser, and no country or language that nobody has said', async () => {
  const { user, requestsTo } = await open([]);
  await user.type(await screen.findByRole('textbox', { name: 'Name' }), 'Harbour');
  const add = screen.getByRole('button', { name: 'Add' });
  await waitFor(() => expect(add).toHaveProperty('disabled', false));
  await user.click(add);
  await waitFor(() => expect(requestsTo(companyChangesHttp.addMain)).toHaveLength(1));
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  expect(requestsTo(companyChangesHttp.addMain)[0]?.body).toEqual({ name: 'Harbour', user_id: 1, time_zone: timeZone });
});
