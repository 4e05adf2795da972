import { Group, Stack, Table, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { ImportAnswer } from '@belfry/schemas/http/devices/files';
import classes from './import.module.css';

/** What an import does or did: counts, every invalid line with its reason, and the first valid lines. */
export function ImportOutcome({ outcome, done }: { outcome: ImportAnswer; done: boolean }) {
  const { t } = useTranslation('device-files');
  const { create, update, unchanged, invalid, errors, ignored_columns: ignored, preview } = outcome;
  return (
    <Stack gap="xs" aria-live="polite">
      {done && <Text fw={600}>{t('outcome.done')}</Text>}
      <Group gap="md" fz="sm">
        <span>{t('outcome.create', { count: create })}</span>
        <span>{t('outcome.update', { count: update })}</span>
        <span>{t('outcome.unchanged', { count: unchanged })}</span>
        {invalid > 0 && <span className={classes.error}>{t('outcome.invalid', { count: invalid })}</span>}
      </Group>
      {ignored.length > 0 && (
        <Text size="xs" c="dimmed">
          {t('outcome.ignored', { columns: ignored.join(', ') })}
        </Text>
      )}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- A scrolled region must be reachable by keyboard. */}
      <section className={classes.lines} aria-label={t('outcome.lines')} tabIndex={0}>
        <Table verticalSpacing={4} fz="xs">
          <Table.Thead>
            <Table.Tr>
              <Table.Th scope="col">{t('column.line')}</Table.Th>
              <Table.Th scope="col">{t('column.field')}</Table.Th>
              <Table.Th scope="col">{t('column.outcome')}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {errors.map(({ line, field, code, reason }) => (
              <Table.Tr key={`${line}-${field}-${reason}`} className={classes.error}>
                <Table.Td>{line}</Table.Td>
                <Table.Td>{field}</Table.Td>
                <Table.Td>{code === 'invalid' ? reason : t(`error.${code}`)}</Table.Td>
              </Table.Tr>
            ))}
            {preview.map(({ line, serial, action }) => (
              <Table.Tr key={line}>
                <Table.Td>{line}</Table.Td>
                <Table.Td>{serial}</Table.Td>
                <Table.Td>{t(`action.${action}`)}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </section>
    </Stack>
  );
}
