import { companyChangesHttp } from '@belfry/schemas/http/companies/changes';
import { whereHttp } from '@belfry/schemas/http/places/where';
import { cleanup, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { firstOf, on } from '../../testing/fake-server.ts';
import { openPage } from '../../testing/open-page.tsx';
import { aSpeakerItem, aWhereAnswer } from '../../testing/where-factory.ts';
import { useWhereQuery } from '../../kit/where/index.ts';
import { useDeleteCompanyMutation } from './companies-api.ts';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function Page() {
  const { data } = useWhereQuery({});
  const [remove] = useDeleteCompanyMutation();
  const bound = data?.items.filter(({ company_id }) => company_id !== null).length;
  return (
    <button type="button" onClick={() => void remove({ company_id: 4, user_id: 1 })}>
      {bound} bound
    </button>
  );
}

it('of a loudspeaker is in no choice of places any more', async () => {
  const speaker = (company_id: number | null) => aSpeakerItem('1111-1111-1111-1111', 'Door', { company_id, above: [] });
  let device = speaker(4);
  const server = firstOf(
    on(whereHttp.find, () => aWhereAnswer([device])),
    on(companyChangesHttp.remove, () => {
      device = speaker(null);
      return null;
    }),
  );
  const { user } = await openPage(<Page />, server);
  await user.click(await screen.findByRole('button', { name: '1 bound' }));
  await waitFor(() => expect(screen.getByRole('button', { name: '0 bound' })).toBeDefined());
});
