import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useExpiringState } from '../../../../lib/hooks/use-expiring-state.ts';
import { Notice } from '../../../../ui/states/notice.tsx';
import { useAddMainCompanyMutation } from '../../../../api/companies/companies-api.ts';
import type { InlineValues } from '../../company-form.ts';
import { ADD_ERROR_MS } from '../../company-timings.ts';
import { useCompanyErrorText } from '../../use-company-error-text.ts';
import { CompanyInlineForm } from './company-inline-form.tsx';

type Props = {
  userId: number;
  draft: InlineValues;
  onTyped: (draft: InlineValues) => void;
  onAdded: (company_id: number, name: string) => void;
  onCancel: () => void;
  onMore: () => void;
};

/** The form for a new main company. Its error disappears after 30 s; see TREE-24. */
export function AddCompany({ userId, draft, onTyped, onAdded, onCancel, onMore }: Props) {
  const { t } = useTranslation('companies');
  const errorText = useCompanyErrorText();
  const [add] = useAddMainCompanyMutation();
  const [failure, show, clear] = useExpiringState<string>();
  return (
    <CompanyInlineForm
      label={t('form.add_title')}
      initial={draft}
      submitLabel={t('form.add')}
      failure={failure !== null && <Notice tone="error">{failure}</Notice>}
      onTyped={onTyped}
      onSend={async (values) => {
        clear();
        const { data, error } = await add({ ...values, user_id: userId });
        if (data === undefined) show(errorText(error, t('errors.add')), ADD_ERROR_MS);
        else onAdded(data, values.name);
      }}
      onCancel={onCancel}
    >
      <Button variant="transparent" px={4} onClick={onMore}>
        {t('form.more')}
      </Button>
    </CompanyInlineForm>
  );
}
