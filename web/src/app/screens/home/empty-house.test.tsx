import { companyChangesHttp } from '@belfry/schemas/http/companies/changes';
import { enrolmentHttp } from '@belfry/schemas/http/device-ownership/enrolment';
import { whereHttp } from '@belfry/schemas/http/places/where';
import { cleanup, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { aDevice } from '../../../testing/device-factory.ts';
import { on, refusal } from '../../../testing/fake-server.ts';
import { aPlaceItem, aWhereAnswer } from '../../../testing/where-factory.ts';
import { openHome } from '../../../testing/open-home.tsx';

beforeEach(() => {
  vi.setSystemTime('2026-11-27T12:00:00Z');
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

it('connects the first loudspeaker by its code, or by its label with the first place, which is made once', async () => {
  let isWrong = true;
  const made = vi.fn(() => Response.json({ company_id: 9 }, { status: 201 }));
  const { user, requestsTo } = await openHome(
    { places: 0, all_right: 0, loudspeakers: 0, online: 0 },
    on(whereHttp.find, ({ body }) =>
      aWhereAnswer(body.targets ? [aPlaceItem(9, 'Harbour Market', [aPlaceItem(1, 'My places')])] : []),
    ),
    on(companyChangesHttp.addMain, made),
    on(companyChangesHttp.add, made),
    on(enrolmentHttp.register, () =>
      isWrong
        ? refusal(422, 'The pass is wrong', 'unprocessable')
        : Response.json(aDevice({ serial: '1234-5678-9012-3456' }), { status: 201 }),
    ),
  );
  await user.click(await screen.findByRole('button', { name: '4. First loudspeaker' }));
  expect(await screen.findByRole('textbox', { name: 'Code' })).toBeDefined();
  await user.click(screen.getByText('Other ways'));
  await user.click(screen.getByRole('button', { name: /^It has a label/ }));
  await user.type(await screen.findByRole('textbox', { name: 'New place' }), 'Harbour Market');
  await user.type(screen.getByRole('textbox', { name: 'Number' }), '1234-5678-9012-3456');
  await user.type(screen.getByRole('textbox', { name: 'Pass' }), '0000');
  await user.type(screen.getByRole('textbox', { name: 'Name' }), 'Door');
  await user.click(screen.getByRole('button', { name: 'Add' }));
  await waitFor(() => expect(requestsTo(enrolmentHttp.register)).toHaveLength(1));
  isWrong = false;
  await waitFor(() => expect(screen.getByRole('button', { name: 'Add' })).toHaveProperty('disabled', false));
  await user.click(screen.getByRole('button', { name: 'Add' }));
  await waitFor(() =>
    expect(requestsTo(companyChangesHttp.add).at(-1)).toMatchObject({ body: { serial: '1234-5678-9012-3456' } }),
  );
  expect(requestsTo(companyChangesHttp.addMain)).toHaveLength(1);
  expect(requestsTo(companyChangesHttp.add)).toHaveLength(2);
});
