import type { MainCompany } from '@belfry/schemas/http/companies/companies';
import { cleanup, screen, waitFor } from '@testing-library/react';
import type { ContextType } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { openPage } from '../../../../testing/open-page.tsx';
import { SettingsSlotContext } from '../../settings-slot.ts';
import { AddDetails, EditDetails } from './company-details.tsx';
import { aCompanyInfo, aNode } from '../../../../testing/tree-factory.ts';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const COMPANY = { company_id: 3, name: 'Head office', description: null, continent: null, country: null, emblem: null };

const Quieter: ContextType<typeof SettingsSlotContext> = ({ companyId, onChange }) => (
  <button type="button" onClick={() => onChange({ volume_max: 20 })}>
    Quieter {companyId ?? 'new'}
  </button>
);

it('adds a main company with its settings', async () => {
  const onAdded = vi.fn();
  const { user, requestsTo } = await openPage(
    <SettingsSlotContext value={Quieter}>
      <AddDetails userId={7} draft={{ name: 'Riga', description: '' }} onAdded={onAdded} onClose={vi.fn()} />
    </SettingsSlotContext>,
    ({ path }) => (path === '/company/main/add' ? Response.json({ company_id: 9 }, { status: 201 }) : undefined),
  );
  await user.click(await screen.findByRole('button', { name: 'Quieter new' }));
  await user.click(screen.getByRole('button', { name: 'Add New' }));
  await waitFor(() => expect(onAdded).toHaveBeenCalledWith(9, 'Riga'));
  expect(requestsTo('/company/main/add', 'POST').map(({ body }) => body)).toMatchObject([
    { name: 'Riga', user_id: 7, volume_max: 20 },
  ]);
});

it('saves the settings that were changed with the other fields, and asks before they are lost', async () => {
  const onClose = vi.fn();
  const { user, requestsTo } = await openPage(
    <SettingsSlotContext value={Quieter}>
      <EditDetails company={COMPANY as MainCompany} onClose={onClose} />
    </SettingsSlotContext>,
    ({ path, method }) =>
      path === '/company' && method === 'PUT' ? Response.json(aCompanyInfo(aNode(3, { type: 'Main' }))) : undefined,
  );
  await user.click(await screen.findByRole('button', { name: 'Quieter 3' }));
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(onClose).not.toHaveBeenCalled();
  await user.click(await screen.findByRole('button', { name: /Keep editing|Continue|Back/ }));
  await user.click(screen.getByRole('button', { name: /Save/ }));
  await waitFor(() =>
    expect(requestsTo('/company', 'PUT')[0]?.body).toMatchObject({
      company_id: 3,
      name: 'Head office',
      volume_max: 20,
    }),
  );
});
