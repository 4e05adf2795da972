import type { MainCompany } from '@belfry/schemas/http/companies/companies';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { toast } from '../../../../ui/toast.ts';
import { useEditCompanyMutation } from '../../companies-api.ts';
import { inlineOf } from '../../company-form.ts';
import { useCompanyErrorText } from '../../use-company-error-text.ts';
import { ActionFailure } from '../main/action-failure.tsx';
import { CompanyInlineForm } from './company-inline-form.tsx';

type Props = { company: MainCompany; onClose: () => void };

/** Name and description of the selected company; Cancel discards the input. */
export function EditCompany({ company, onClose }: Props) {
  const { t } = useTranslation('companies');
  const errorText = useCompanyErrorText();
  const [edit] = useEditCompanyMutation();
  const [failure, setFailure] = useState<string | null>(null);
  return (
    <CompanyInlineForm
      label={t('form.edit_title')}
      initial={inlineOf(company)}
      submitLabel={t('form.save')}
      failure={failure !== null && <ActionFailure title={t('errors.edit')} text={failure} />}
      onSend={async (values) => {
        setFailure(null);
        const { error } = await edit({ company_id: company.company_id, ...values });
        if (error) return setFailure(errorText(error, ''));
        toast('success', t('done.saved', { name: values.name }));
        onClose();
      }}
      onCancel={onClose}
    />
  );
}
