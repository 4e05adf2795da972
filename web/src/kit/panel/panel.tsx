import { Button } from '@mantine/core';
import type { Icon } from '@tabler/icons-react';
import { type ComponentProps, Fragment, type ReactElement, type ReactNode, useState } from 'react';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import { useOpened } from '../detail/index.ts';
import { Row, Rows, useFailure } from '../list/index.ts';

/** The head of the list, with its one button. */
export type PanelHead = (primary: ReactNode) => ReactNode;

type Thing = { id: number; name: string; company_name: string };

type Props<T> = {
  /** By default the button alone. */
  head?: PanelHead | undefined;
  label: string;
  query: Parameters<ReturnType<typeof useFailure>>[0] & { data?: readonly T[] | undefined };
  /** Where they could not be loaded, and the server says nothing of its own. */
  failed: string;
  /** Where there are none. */
  empty: { icon: Icon; title: string; text: string; action?: ReactNode } | ReactElement;
  /** `text`: what is on the button where the head says the rest. */
  add?: { label: string; text?: string; renderForm: (onClose: () => void) => ReactNode } | undefined;
  /** What a row has besides its name and its place. */
  renderRow: (thing: T) => Partial<ComponentProps<typeof Row>>;
  renderDrawer: (thing: T, onClose: () => void) => ReactNode;
};

/** A list whose rows open a drawer, and a button that opens the form of a new one. */
export function Panel<T extends Thing>(props: Props<T>) {
  const { head = (primary) => primary, label, query, failed, empty, add, renderRow, renderDrawer } = props;
  const failureOf = useFailure();
  const { opened, to, close } = useOpened();
  const [isAdding, setAdding] = useState(false);
  const open = query.data?.find(({ id }) => String(id) === opened);
  return (
    <>
      {head(
        add && (
          <Button size="sm" aria-label={add.text && add.label} onClick={() => setAdding(true)}>
            {add.text ?? add.label}
          </Button>
        ),
      )}
      <Rows
        label={label}
        rows={query.data}
        keyOf={({ id }) => id}
        empty={
          'icon' in empty ? (
            <EmptyState icon={<empty.icon size={24} />} title={empty.title} action={empty.action}>
              {empty.text}
            </EmptyState>
          ) : (
            empty
          )
        }
        failure={failureOf(query, failed)}
      >
        {(thing) => (
          <Row
            to={to(String(thing.id))}
            name={thing.name}
            path={thing.company_name}
            isOpen={thing.id === open?.id}
            {...renderRow(thing)}
          />
        )}
      </Rows>
      {open && <Fragment key={open.id}>{renderDrawer(open, close)}</Fragment>}
      {isAdding && add?.renderForm(() => setAdding(false))}
    </>
  );
}
