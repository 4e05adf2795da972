import { Button, NativeSelect, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Notice } from '../../../ui/states/notice.tsx';
import { SCHEDULE_TYPES } from '../demo-figures.ts';

/** A form without an effect yet, which shows that when it is submitted; the input is kept; see SHELL-7. */
export function ScheduleForm() {
  const { t } = useTranslation('schedule');
  const [sent, setSent] = useState(false);
  return (
    <form
      aria-label={t('tabs.create')}
      onSubmit={(event) => {
        event.preventDefault();
        setSent(true);
      }}
    >
      <Stack gap="sm">
        <TextInput label={t('create.name')} placeholder={t('create.name_hint')} autoComplete="off" maxLength={64} />
        <TextInput label={t('create.when')} type="datetime-local" />
        <NativeSelect
          label={t('create.type')}
          data={SCHEDULE_TYPES.map((value) => ({ value, label: t(`create.types.${value}`) }))}
        />
        <Button type="submit" mt="xs">
          {t('create.submit')}
        </Button>
        {sent && <Notice tone="warning">{t('create.unwired')}</Notice>}
      </Stack>
    </form>
  );
}
