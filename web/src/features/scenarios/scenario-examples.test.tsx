import { whereHttp } from '@belfry/schemas/http/places/where';
import { newScenarioBodySchema, scenariosHttp } from '@belfry/schemas/http/scenarios/scenarios';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { choosePlace } from '../../testing/a-place.ts';
import { firstOf, on } from '../../testing/fake-server.ts';
import { openPage } from '../../testing/open-page.tsx';
import { answerWhere, aPlaceItem } from '../../testing/where-factory.ts';
import { ScenariosPage } from './scenarios-page.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

it('opens an example in the editor, unsaved and filled for the place that is chosen', async () => {
  const { requestsTo, user } = await openPage(
    <ScenariosPage />,
    firstOf(
      on(whereHttp.find, ({ body }) => answerWhere(body, [aPlaceItem(12, 'Shop 12'), aPlaceItem(13, 'Shop 13')])),
      on(scenariosHttp.tiles, () => []),
      on(scenariosHttp.create, () => Response.json({ id: 6 }, { status: 201 })),
    ),
    { language: 'de' },
    { role: 'admin' },
  );
  await user.click(await screen.findByRole('button', { name: 'Feueralarmübung' }));
  const form = await screen.findByRole('dialog', { name: 'Neues Szenario' });
  const name = within(form).getByRole('textbox', { name: /^Name/ });
  expect(name).toHaveProperty('value', 'Feueralarmübung');
  // What is typed stays, what depends on the place is filled in when it is chosen.
  await user.type(name, ' 2');
  await choosePlace(user, form, 'Shop 12', 'Ort');
  await user.click(within(form).getByRole('button', { name: 'Neues Szenario' }));
  await waitFor(() => expect(requestsTo(scenariosHttp.create)).toHaveLength(1));
  const { body } = requestsTo(scenariosHttp.create)[0]!;
  expect(newScenarioBodySchema.parse(body)).toMatchObject({
    name: 'Feueralarmübung 2',
    company_id: 12,
    icon: 'fire',
    actions: [
      { kind: 'chime', targets: { nodes: [12] } },
      { kind: 'say', language: 'de-DE', text: expect.stringMatching(/^Dies ist eine Übung/), targets: { nodes: [12] } },
      { kind: 'mail', recipients: { responsible: [12] } },
    ],
  });
});
