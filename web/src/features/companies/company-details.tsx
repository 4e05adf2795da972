import type { MainCompany } from '@belfry/schemas/http/companies/companies';
import { useState, type ComponentProps } from 'react';
import { useTranslation } from 'react-i18next';
import { FormDialog } from '../../ui/dialogs/form-dialog.tsx';
import { toast } from '../../ui/toast.ts';
import { useAddMainCompanyMutation, useEditCompanyMutation } from './companies-api.ts';
import { detailPayload, detailsOf, type DetailValues, type InlineValues } from './company-form.tsx';
import { useCompanyErrorText } from './company-errors.ts';
import { DetailsForm } from './details-form.tsx';
import { MainCompanySettings } from './element-form/index.ts';

type AddProps = {
  userId: number;
  draft: InlineValues;
  onAdded: (company_id: number, name: string) => void;
  onClose: () => void;
};

/** A new main company with every field; takes over the values of the form in the panel. */
export function AddDetails({ userId, draft, onAdded, onClose }: AddProps) {
  const { t } = useTranslation('companies');
  const errorText = useCompanyErrorText();
  const [add] = useAddMainCompanyMutation();
  const { settings, changed, fields } = useSettings(null);
  const send = async (values: DetailValues): Promise<string | null> => {
    const payload = detailPayload(values);
    const { data, error } = await add({ ...settings, ...payload, user_id: userId });
    if (data === undefined) return errorText(error, t('errors.add'));
    onAdded(data, payload.name);
    return null;
  };
  const initial = { ...draft, continent: '', country: '', emblem: '' };
  return (
    <FormDialog title={t('details.add_title')} onClose={onClose}>
      {(parts) => (
        <DetailsForm initial={initial} submitLabel={t('details.add')} onSend={send} changed={changed} {...parts}>
          {fields}
        </DetailsForm>
      )}
    </FormDialog>
  );
}

type EditProps = { company: MainCompany; onClose: () => void };

export function EditDetails({ company, onClose }: EditProps) {
  const { t } = useTranslation('companies');
  const errorText = useCompanyErrorText();
  const [edit] = useEditCompanyMutation();
  const { settings, changed, fields } = useSettings(company.company_id);
  const send = async (values: DetailValues): Promise<string | null> => {
    const payload = detailPayload(values);
    const { error } = await edit({ ...settings, company_id: company.company_id, ...payload });
    if (error) return errorText(error, t('errors.edit'));
    toast('success', t('done.saved', { name: payload.name }));
    onClose();
    return null;
  };
  return (
    <FormDialog title={t('details.edit_title')} onClose={onClose}>
      {(parts) => (
        <DetailsForm
          initial={detailsOf(company)}
          submitLabel={t('details.save')}
          onSend={send}
          changed={changed}
          {...parts}
        >
          {fields}
        </DetailsForm>
      )}
    </FormDialog>
  );
}

type SettingsBody = Parameters<ComponentProps<typeof MainCompanySettings>['onChange']>[0];

/** The fields of the settings, and what was changed in them. @param companyId null for a new company */
function useSettings(companyId: number | null) {
  const [settings, setSettings] = useState<Partial<SettingsBody>>({});
  const changed = Object.values(settings).some((value) => value !== undefined);
  return { settings, changed, fields: <MainCompanySettings companyId={companyId} onChange={setSettings} /> };
}
