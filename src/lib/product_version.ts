export const PRODUCT_VERSION = "0.5.0";
