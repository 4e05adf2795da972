import { Group, Stack, Table, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { ImportAnswer } from '@belfry/schemas/http/devices/files';
import { useImportErrorText } from './use-import-error-text.ts';
import classes from './import.module.css';

/** What an import does or did: counts, every invalid line with its reason, and the first valid lines, in the order of the file. */
export function ImportOutcome({ outcome, done }: { outcome: ImportAnswer; done: boolean }) {
  const { t } = useTranslation('device-files');
  const textOf = useImportErrorText();
  const { create, update, unchanged, invalid, errors, ignored_columns: ignored, preview } = outcome;
  const rows = [...errors, ...preview].toSorted((one, other) => one.line - other.line);
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
            {rows.map((row) =>
              'field' in row ? (
                <Table.Tr key={`${row.line}-${row.field}-${row.code}`} className={classes.error}>
                  <Table.Td>{row.line}</Table.Td>
                  <Table.Td>{row.field}</Table.Td>
                  <Table.Td>{textOf(row)}</Table.Td>
                </Table.Tr>
              ) : (
                <Table.Tr key={row.line}>
                  <Table.Td>{row.line}</Table.Td>
                  <Table.Td>{row.serial}</Table.Td>
                  <Table.Td>{t(`action.${row.action}`)}</Table.Td>
                </Table.Tr>
              ),
            )}
          </Table.Tbody>
        </Table>
      </section>
    </Stack>
  );
}
