import { companyChangesHttp } from '@belfry/schemas/http/companies/changes';
import { devicesHttp } from '@belfry/schemas/http/devices/lists';
import { cleanup, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { aDevice } from '../../testing/device-factory.ts';
import { firstOf, on } from '../../testing/fake-server.ts';
import { openPage } from '../../testing/open-page.tsx';
import { useFindTargetDevicesQuery } from '../places/targets-api.ts';
import { useDeleteCompanyMutation } from './companies-api.ts';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function Page() {
  const { data = [] } = useFindTargetDevicesQuery({ q: '', role: 'user', owner: undefined });
  const [remove] = useDeleteCompanyMutation();
  const bound = data.filter(({ company_id }) => company_id !== null).length;
  return (
    <button type="button" onClick={() => void remove({ company_id: 4, user_id: 1 })}>
      {bound} bound
    </button>
  );
}

it('of a device is in no list of devices any more', async () => {
  let device = aDevice({ company_id: 4 });
  const server = firstOf(
    on(devicesHttp.listOwn, () => [device]),
    on(companyChangesHttp.remove, () => {
      device = aDevice({ company_id: null });
      return null;
    }),
  );
  const { user } = await openPage(<Page />, server);
  await user.click(await screen.findByRole('button', { name: '1 bound' }));
  await waitFor(() => expect(screen.getByRole('button', { name: '0 bound' })).toBeDefined());
});
