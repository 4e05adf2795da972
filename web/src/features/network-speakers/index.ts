// Loudspeakers that hang there already, which another device sends to.
export { Carried } from './carried.tsx';
export { NetworkForm } from './network-form.tsx';
export { OnTheNetwork } from './on-the-network.tsx';
