import { Link } from 'react-router';
import classes from './place-name.module.css';

export const placeAddress = (id: number): string => `/places/${id}`;

type Props = {
  /** `path`: the names above it, the topmost first, with “ / ” between them. */
  place: { id: number; name: string; path?: string | null | undefined };
  /** Shows the path in grey behind the name; otherwise it is the tooltip. */
  withPath?: boolean;
};

/** A place: a link to its page, also inside of what opens something else when it is pressed. */
export function PlaceName({ place: { id, name, path }, withPath = false }: Props) {
  const above = path ?? '';
  return (
    <span className={classes.whole}>
      <Link
        to={placeAddress(id)}
        className={classes.name}
        title={above === '' ? undefined : `${above} / ${name}`}
        onClick={(event) => event.stopPropagation()}
      >
        {name}
      </Link>
      {withPath && above !== '' && <span className={classes.path}>{above}</span>}
    </span>
  );
}
