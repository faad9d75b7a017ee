/** Of this build, as package.json has it: what a newer release is told by. */
export const PRODUCT_VERSION = "0.5.0";
