import type { MainCompany } from '@belfry/schemas/http/companies/companies';
import { skipToken } from '@reduxjs/toolkit/query';
import { useState, type ComponentProps } from 'react';
import { useTranslation } from '../../lib/translation.ts';
import { FormDialog } from '../../ui/dialogs/form-dialog.tsx';
import { toast } from '../../ui/toast.ts';
import { useAddMainCompanyMutation, useEditCompanyMutation, useGetCompanyInfoQuery } from './companies-api.ts';
import { detailPayload, detailsOf, type DetailValues, type InlineValues } from './company-form.tsx';
import { useCompanyErrorText } from './company-errors.ts';
import { DetailsForm } from './details-form.tsx';
import { MainCompanySettings } from './element-form/index.ts';
import { CoordinatesField, coordinatesText, parseCoordinates } from '../map/index.ts';

type AddProps = {
  userId: number;
  draft: InlineValues;
  onAdded: (company_id: number, name: string) => void;
  onClose: () => void;
};

export function AddDetails({ userId, draft, onAdded, onClose }: AddProps) {
  const { t } = useTranslation('companies');
  const wrongPlace = useTranslation('map').t('field.wrong');
  const errorText = useCompanyErrorText();
  const [add] = useAddMainCompanyMutation();
  const { settings, isWrong, changed, fields } = useSettings(null, draft.name);
  const send = async (values: DetailValues): Promise<string | null> => {
    if (isWrong) return wrongPlace;
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
  const wrongPlace = useTranslation('map').t('field.wrong');
  const errorText = useCompanyErrorText();
  const [edit] = useEditCompanyMutation();
  const { settings, isWrong, changed, fields } = useSettings(company.company_id, company.name);
  const send = async (values: DetailValues): Promise<string | null> => {
    if (isWrong) return wrongPlace;
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

/** @param companyId null for a new company */
function useSettings(companyId: number | null, name: string) {
  const [settings, setSettings] = useState<Partial<SettingsBody>>({});
  const [typed, setTyped] = useState<string | null>(null);
  const { currentData: info } = useGetCompanyInfoQuery(companyId ?? skipToken);
  const changed = typed !== null || Object.values(settings).some((value) => value !== undefined);
  const coordinates = typed === null ? undefined : parseCoordinates(typed);
  return {
    settings: { ...settings, coordinates },
    /** The typed text names no coordinates. */
    isWrong: coordinates === null && typed?.trim() !== '',
    changed,
    fields: (
      <>
        <CoordinatesField value={typed ?? coordinatesText(info?.coordinates ?? null)} name={name} onChange={setTyped} />
        <MainCompanySettings companyId={companyId} onChange={setSettings} />
      </>
    ),
  };
}
