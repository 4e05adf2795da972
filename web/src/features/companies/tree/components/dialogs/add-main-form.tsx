import { COMPANY_LIMITS } from '@belfry/schemas/domain/companies';
import { SimpleGrid, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { readSession, readUserKey } from '../../../../../lib/session/session-store.ts';
import { useErrorMessage } from '../../../../../api/base/use-error-message.ts';
import { useAddMainCompanyMutation } from '../../../../../api/companies/companies-api.ts';
import { TreeInlineForm } from './tree-inline-form.tsx';

type Props = { onDone: (name: string) => void; onClose: () => void };

/** Another main company, without leaving the tree. */
export function AddMainForm({ onDone, onClose }: Props) {
  const { t } = useTranslation('tree');
  const errorText = useErrorMessage();
  const [add] = useAddMainCompanyMutation();
  const [failure, setFailure] = useState<string | null>(null);
  const form = useForm({
    initialValues: { name: '', description: '' },
    validate: { name: (text) => (text.trim() === '' ? t('form.required', { field: t('form.name') }) : null) },
  });
  const save = async ({ name, description }: { name: string; description: string }): Promise<void> => {
    setFailure(null);
    if (readUserKey() === null) return setFailure(t('errors.unauthorized'));
    const body = { name: name.trim(), description: description.trim() || null, user_id: readSession()?.user_id };
    const { error } = await add(body);
    if (error) setFailure(errorText(error, t('errors.add')));
    else onDone(body.name);
  };
  return (
    <TreeInlineForm
      title={t('form.add_main')}
      form={form}
      onSubmit={form.onSubmit(save)}
      submitLabel={t('form.add')}
      ready={form.getValues().name.trim() !== ''}
      failure={failure}
      onClose={onClose}
    >
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="sm">
        <TextInput
          label={t('form.name')}
          maxLength={COMPANY_LIMITS.name}
          required
          data-autofocus
          {...form.getInputProps('name')}
        />
        <TextInput
          label={t('form.description')}
          maxLength={COMPANY_LIMITS.description}
          {...form.getInputProps('description')}
        />
      </SimpleGrid>
    </TreeInlineForm>
  );
}
