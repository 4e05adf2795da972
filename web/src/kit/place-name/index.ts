// The name of a place, which leads to its page.
export { PlaceName, placeAddress } from './place-name.tsx';
