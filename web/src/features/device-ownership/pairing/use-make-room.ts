import { useTranslation } from '../../../lib/translation.ts';
import { useAddCompanyMutation, useAddMainCompanyMutation } from '../../companies/companies-api.ts';

/** Makes a place that can have loudspeakers, below another one or as the first. */
export function useMakeRoom() {
  const { t } = useTranslation('pairing');
  const [add, added] = useAddCompanyMutation();
  const [addMain, main] = useAddMainCompanyMutation();
  return {
    isLoading: added.isLoading || main.isLoading,
    error: main.error ?? added.error,
    async make(name: string, above: { company_id: number | null } | undefined): Promise<number | null> {
      const parent_company_id = above?.company_id ?? (await addMain({ name: t('first_organisation') })).data;
      if (parent_company_id === undefined) return null;
      return (await add({ parent_company_id, name, type: 'Company' })).data ?? null;
    },
  };
}
