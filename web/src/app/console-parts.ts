/**
 * What every screen needs but the sign-in page: the style sheets of all controls, which repeat those of `start.css` in
 * their right order, and toasts. Loaded beside the code of the first such screen.
 */
import './console.css';

export { Notifications } from '@mantine/notifications';
