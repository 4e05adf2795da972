import { type SmsTemplate, smsTemplateBodySchema, smsTemplateSchema } from '@belfry/schemas/http/mail/sms';
import { Stack, Text, TextInput } from '@mantine/core';
import { useState, type SyntheticEvent } from 'react';
import { sendEdit } from '../../../lib/edit-conflict.ts';
import { useTranslation } from '../../../lib/translation.ts';
import { FormButtons } from '../../../ui/dialogs/form-dialog.tsx';
import { Notice } from '../../../ui/states/notice.tsx';
import { useAct } from '../../../ui/use-act.ts';
import { useAddSmsTemplateMutation, useChangeSmsTemplateMutation } from './sms-api.ts';
import { TextField } from './text-field.tsx';

const NAME_MAX = 60;

type Props = {
  /** null: a new one. */
  template: SmsTemplate | null;
  onDone: () => void;
  onCancel: () => void;
  onDirty: (dirty: boolean) => void;
};

export function TemplateForm({ template, onDone, onCancel, onDirty }: Props) {
  const { t } = useTranslation('sms');
  const [values, setValues] = useState({ name: template?.name ?? '', text: template?.text ?? '' });
  const { act, pending, failure } = useAct({ inline: true });
  const [add] = useAddSmsTemplateMutation();
  const [change] = useChangeSmsTemplateMutation();
  // What another user of the account has stored since. Saving again replaces it.
  const [theirs, setTheirs] = useState<SmsTemplate | null>(null);
  const set = (next: Partial<typeof values>): void => {
    setValues({ ...values, ...next });
    onDirty(true);
  };
  const complete = smsTemplateBodySchema.safeParse(values).success;

  const submit = async (event: SyntheticEvent): Promise<void> => {
    event.preventDefault();
    if (!complete) return;
    const edit = (from: SmsTemplate) =>
      sendEdit(from, ({ id, revision }) => change({ ...values, id, revision }), {
        schema: smsTemplateSchema.strip(),
        rebase: (current) => {
          setTheirs(current);
          return 1;
        },
      });
    const failed = t('templates.save_error');
    const done = template
      ? await act(() => edit(theirs ?? template), { failed })
      : await act(() => add(values), { failed });
    if (done !== undefined) onDone();
  };

  return (
    <form onSubmit={(event) => void submit(event)} noValidate>
      <Stack gap="md">
        <TextInput
          label={t('templates.name')}
          value={values.name}
          maxLength={NAME_MAX}
          data-autofocus
          required
          onChange={({ currentTarget }) => set({ name: currentTarget.value })}
        />
        <TextField value={values.text} onChange={(text) => set({ text })} withTemplates={false} />
        {failure !== null && <Notice tone="error">{failure}</Notice>}
        {theirs && (
          <Notice tone="warning">
            {t('templates.conflict')}
            <Text size="sm" mt={4}>
              {theirs.name}: {theirs.text}
            </Text>
          </Notice>
        )}
        <FormButtons
          submitLabel={t('templates.save')}
          submitting={pending}
          submitDisabled={!complete}
          onCancel={onCancel}
        />
      </Stack>
    </form>
  );
}
