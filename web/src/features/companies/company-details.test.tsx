import type { MainCompany } from '@belfry/schemas/http/companies/companies';
import { cleanup, screen, waitFor } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { openPage } from '../../testing/open-page.tsx';
import { DEFAULT_SETTINGS } from './element-form/index.ts';
import { AddDetails, EditDetails } from './company-details.tsx';
import { aCompanyInfo, aNode } from '../../testing/tree-factory.ts';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const COMPANY = { company_id: 3, name: 'Head office', description: null, continent: null, country: null, emblem: null };

const mute = async (user: UserEvent): Promise<void> => {
  (await screen.findByRole('slider', { name: 'Volume limit' })).focus();
  await user.keyboard('{Home}');
};

it('adds a main company with its settings', async () => {
  const onAdded = vi.fn();
  const { user, requestsTo } = await openPage(
    <AddDetails userId={7} draft={{ name: 'Riga', description: '' }} onAdded={onAdded} onClose={vi.fn()} />,
    ({ path }) => (path === '/company/main/add' ? Response.json({ company_id: 9 }, { status: 201 }) : undefined),
  );
  await mute(user);
  await user.click(screen.getByRole('button', { name: 'Add New' }));
  await waitFor(() => expect(onAdded).toHaveBeenCalledWith(9, 'Riga'));
  expect(requestsTo('/company/main/add', 'POST').map(({ body }) => body)).toMatchObject([
    { name: 'Riga', user_id: 7, volume_max: 0 },
  ]);
});

it('saves the settings that were changed with the other fields, and asks before they are lost', async () => {
  const onClose = vi.fn();
  const { user, requestsTo } = await openPage(
    <EditDetails company={COMPANY as MainCompany} onClose={onClose} />,
    ({ path, method }) => {
      if (path === '/company/effective/3') return Response.json(DEFAULT_SETTINGS);
      return path === '/company' && method === 'PUT'
        ? Response.json(aCompanyInfo(aNode(3, { type: 'Main' })))
        : undefined;
    },
  );
  await mute(user);
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(onClose).not.toHaveBeenCalled();
  await user.click(await screen.findByRole('button', { name: /Keep editing|Continue|Back/ }));
  await user.click(screen.getByRole('button', { name: /Save/ }));
  await waitFor(() =>
    expect(requestsTo('/company', 'PUT')[0]?.body).toMatchObject({
      company_id: 3,
      name: 'Head office',
      volume_max: 0,
    }),
  );
});
