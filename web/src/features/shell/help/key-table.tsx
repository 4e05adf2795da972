import { Kbd, Table } from '@mantine/core';
import { useTranslation } from '../../../lib/translation.ts';

const KEYS = [
  ['find', 'Ctrl K'],
  ['go', 'G H'],
  ['filter', '/'],
  ['rows', 'J K'],
  ['tick', 'X'],
  ['new', 'N'],
  ['send', 'Ctrl Enter'],
  ['these', '?'],
  ['tab', 'Tab'],
  ['enter', 'Enter'],
  ['space', 'Space'],
  ['arrows', '↑ ↓ ← →'],
  ['f2', 'F2'],
  ['escape', 'Esc'],
] as const;

/** What can be done by keyboard everywhere. */
export function KeyTable() {
  const { t } = useTranslation('help');
  return (
    <Table verticalSpacing="xs" withRowBorders={false} horizontalSpacing={0}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th w={128}>{t('keys.key')}</Table.Th>
          <Table.Th>{t('keys.does')}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {KEYS.map(([key, cap]) => (
          <Table.Tr key={key}>
            <Table.Td>
              <Kbd>{cap}</Kbd>
            </Table.Td>
            <Table.Td>{t(`keys.${key}`)}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}
