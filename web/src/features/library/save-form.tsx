import { Button, Group, Stack } from '@mantine/core';
import { useState, type ReactNode, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { isApiError } from '../../api/base/api-error.ts';
import { useErrorMessage } from '../../api/base/use-error-message.ts';
import { Notice } from '../../ui/states/notice.tsx';
import { toast } from '../../ui/toast.ts';
import { useSaveResourceMutation, type Save } from './library-api.ts';

type Props = {
  /** The validated input; null while the form shows what is wrong. */
  save: () => Save | null;
  onSaved: () => void;
  onCancel: () => void;
  children: ReactNode;
};

/** The frame of a form in a dialog: fields, the reason of a refusal, Cancel and Save. */
export function SaveForm({ save, onSaved, onCancel, children }: Props) {
  const { t } = useTranslation(['library', 'common']);
  const errorText = useErrorMessage();
  const [send, { isLoading, error }] = useSaveResourceMutation();
  /** The revision that a conflict has shown; saving again replaces it knowingly. */
  const [known, setKnown] = useState<number | null>(null);
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    const input = save();
    if (!input) return;
    const answer = await send(known === null ? input : { ...input, revision: known });
    if (!answer.error) {
      toast('success', t('saved'));
      onSaved();
    } else if (isApiError(answer.error) && typeof answer.error.current?.['revision'] === 'number') {
      setKnown(answer.error.current['revision']);
    }
  };
  const current = isApiError(error) ? error.current : undefined;
  return (
    <form onSubmit={(event) => void submit(event)} noValidate>
      <Stack gap="sm">
        {children}
        {error !== undefined && (
          <Notice tone={current ? 'warning' : 'error'}>
            {current ? t('conflict', { name: nameOf(current) }) : errorText(error, t('save_failed'))}
          </Notice>
        )}
        <Group justify="flex-end" gap="sm" mt="xs">
          <Button variant="default" onClick={onCancel} disabled={isLoading}>
            {t('common:cancel')}
          </Button>
          <Button type="submit" loading={isLoading}>
            {t('save')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

/** The stored name of what was changed meanwhile; a pronunciation has a word instead. */
function nameOf({ name, word }: Record<string, unknown>): string {
  if (typeof name === 'string') return name;
  return typeof word === 'string' ? word : '';
}
