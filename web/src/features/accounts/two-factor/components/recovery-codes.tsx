import { Button, Code, Group, Stack, Text } from '@mantine/core';
import { IconCopy, IconDownload } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { copyText } from '../../../../ui/copy-text.tsx';
import { saveTextFile } from '../../../../lib/save-file.ts';
import { toast } from '../../../../ui/toast.ts';
import { codesFile } from '../secret-text.ts';
import classes from './two-factor.module.css';

/** The recovery codes, which are shown once; each replaces a code of the app once. */
export function RecoveryCodes({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  const { t } = useTranslation(['two-factor', 'common']);
  const text = codesFile(t('recovery.heading'), codes);
  const copy = async (): Promise<void> => {
    if (await copyText(codes.join('\n'))) toast('success', t('common:copied'));
    else toast('error', t('common:copy_failed'));
  };
  return (
    <Stack gap="md">
      <Text size="sm">{t('recovery.lead')}</Text>
      <ul className={classes.codes} aria-label={t('recovery.title')}>
        {codes.map((code) => (
          <li key={code}>
            <Code>{code}</Code>
          </li>
        ))}
      </ul>
      <Group gap="xs">
        <Button variant="light" leftSection={<IconCopy size={16} aria-hidden />} onClick={() => void copy()}>
          {t('recovery.copy')}
        </Button>
        <Button
          variant="light"
          leftSection={<IconDownload size={16} aria-hidden />}
          onClick={() => saveTextFile('belfry-recovery-codes.txt', text)}
        >
          {t('recovery.save')}
        </Button>
      </Group>
      <Button onClick={onClose}>{t('recovery.done')}</Button>
    </Stack>
  );
}
