// The builder is priced and judged as one types.
import "./forms.js";
